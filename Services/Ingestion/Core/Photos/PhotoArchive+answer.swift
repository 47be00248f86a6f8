import EventContracts
import HTTPTypes
import Imaging
import Photos
import ServiceRuntime

extension PhotoArchive {
    /// The answer that holds a photo, upright and without metadata, as it is kept.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - name: The name of the file, without its extension.
    /// - Returns: The answer, whose memory is freed once it is sent.
    /// - Throws: `notFound` if the photo is gone; an error of the store.
    package func answer(with photo: StoredPhoto, named name: String) async throws -> Answer {
        do {
            let (bytes, lease) = try await bytes(of: photo)
            let facts = photo.facts
            var headers = HTTPFields()
            headers[.contentDisposition] = "inline; filename=\"\(name).\(facts.format.rawValue)\""
            let upright = OrientedPhoto.bytes(bytes, facts.format, orientation: facts.orientation)
            return Answer(.ok, headers: headers, body: .photo(upright, mediaType: facts.format.mediaType, lease))
        } catch PhotoStoreError.missing {
            throw ProblemDetails(.notFound)
        }
    }
}
