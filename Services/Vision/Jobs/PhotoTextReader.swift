import EventContracts
import Messaging
import Photos
import Sealing
import ServiceRuntime

/// Reads the text of a photo.
package struct PhotoTextReader: Sendable {
    let photos: PhotoOpener
    let supply: TextReaderSupply
    /// Called as a stage is passed; nil in services.
    let observer: StageObserver?

    /// The content of a photo.
    enum Seen: Sendable {
        /// With the pixels of the photo as taken for one pixel of the decoded picture.
        case text(TextReading, scale: Double)
        /// With the reason, for operators.
        case undecodable(String)
        case photoMissing

        /// A photo that crashed the reader twice is not tried again.
        static let givenUp = Seen.undecodable("gaveUp")
    }

    /// Whether its dependencies are available, as far as known.
    var isReady: Bool { supply.isLoaded }

    /// Reads a photo.
    ///
    /// - Parameters:
    ///   - key: Its location.
    ///   - facts: Its known properties.
    ///   - matter: The kind of print.
    ///   - deadline: When the result is due.
    /// - Returns: The content.
    /// - Throws: `Postponed` if it may succeed later; any other error is a failed attempt.
    func see(
        _ key: PhotoKey, _ facts: PhotoFacts, as matter: PrintedMatter, until deadline: ContinuousClock.Instant
    ) async throws -> Seen {
        let reader = try supply.model()
        let picture: Picture
        switch try await photos.open(key, orientation: facts.orientation) {
        case .picture(let opened): picture = opened
        case .undecodable(let reason): return .undecodable(reason)
        case .missing: return .photoMissing
        }
        observer?(.analyzing)
        do throws(RecognitionError) {
            let text = try await reader.read(picture, matter, deadline: deadline)
            photos.addPictures(of: picture, key)
            return .text(text, scale: Double(picture.originalWidth) / Double(picture.width))
        } catch {
            switch error.code {
            case .invalidPicture: return .undecodable(error.code.rawValue)
            case .engineMissing, .modelMissing, .busy: throw Postponed(error.description)
            case .stopped, .failed: throw error
            }
        }
    }

    /// Runs work that decrypts or encrypts data of an account that may be erased meanwhile.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result, or `.discarded` if the account is erased.
    /// - Throws: `Postponed` if the key ring is unavailable; errors of the work.
    static func unlessErased(_ work: () async throws -> JobResult) async throws -> JobResult {
        do {
            return try await work()
        } catch SealingError.erased {
            return .discarded
        } catch let error as SealingError {
            // A wrong master key is an operator's to mend; photos wait for it.
            if case .keyRingUnavailable = error { throw Postponed("\(error)") }
            throw error
        }
    }
}

extension TextReading {
    /// The lines in the contract's form: corners as parts of width and height.
    var readLines: [ReadLine] {
        lines.map { line in
            ReadLine(
                text: line.text,
                corners: shares(of: line.quad),
                confidence: Self.rounded(line.confidence),
                positions: line.characters.map { Self.rounded($0.position) })
        }
    }

    /// The places of a judgement in the contract's form; nil if it has none.
    func places(of judgement: Completeness?) -> [DoubtPlace]? {
        let places = judgement?.places.prefix(LabelRead.maxPlaces) ?? []
        return places.isEmpty
            ? nil : places.map { DoubtPlace(doubt: $0.gap.rawValue, corners: shares(of: $0.quad)) }
    }

    /// Corners as parts of width and height.
    private func shares(of quad: Quad) -> [Double] {
        quad.corners.flatMap { [Self.rounded($0.x / Double(width)), Self.rounded($0.y / Double(height))] }
    }

    /// Rounded to a thousandth within 0…1: finer than a pixel of a phone's screen.
    private static func rounded(_ share: Double) -> Double { (min(1, max(0, share)) * 1_000).rounded() / 1_000 }
}
