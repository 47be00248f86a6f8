import EventContracts
import Photos
import Sealing

/// Provides stored photos as pixels: fetches, decrypts and decodes them.
package struct PhotoOpener: Sendable {
    /// The result of opening a photo.
    package enum Opened: Sendable {
        case picture(Picture)
        /// The photo cannot be decoded; with the reason for operators.
        case undecodable(String)
        case missing
    }

    let photos: SealedPhotos
    let decoder: DecoderPool
    private let pictures: PictureMaker?

    package init(photos: SealedPhotos, decoder: DecoderPool, pictures: PictureMaker? = nil) {
        self.photos = photos
        self.decoder = decoder
        self.pictures = pictures
    }

    /// Starts the creation of small pictures of an analyzed photo, for the person's lists; returns at once.
    func addPictures(of picture: Picture, _ key: PhotoKey) { pictures?.add(picture, of: key) }

    /// Opens a photo.
    ///
    /// - Parameters:
    ///   - key: Its location.
    ///   - orientation: As in EXIF, 1…8.
    /// - Returns: The upright picture, or the reason for its absence.
    /// - Throws: `Postponed` if it may succeed later, a `DecoderError` if another attempt must decide, a
    ///   `SealingError`.
    package func open(_ key: PhotoKey, orientation: Int) async throws -> Opened {
        let file: [UInt8]
        do {
            file = try await photos.photo(at: key)
        } catch PhotoStoreError.missing {
            return .missing
        } catch let error as PhotoStoreError {
            throw Postponed(error.description)
        } catch SealingError.malformed {
            return .undecodable("unsealable")
        }
        do throws(DecoderError) {
            let picture = try await decoder.decode(file, orientation: orientation)
            return .picture(picture)
        } catch {
            if error.isRetryable { throw Postponed(error.description) }
            // An overloaded machine may be the cause, so the photo is tried again.
            if error.code == .died || error.code == .tookTooLong { throw error }
            return .undecodable(error.code.rawValue)
        }
    }
}
