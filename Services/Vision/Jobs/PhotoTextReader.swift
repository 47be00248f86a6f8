import EventContracts
import Messaging
import Photos
import Sealing
import ServiceRuntime

/// Reads the text of a photo.
package struct PhotoTextReader: Sendable {
    let photos: PhotoOpener
    let supply: TextReaderSupply
    /// Called after each stage; nil in services.
    let observer: StageObserver?

    /// The result of reading a photo.
    enum Seen: Sendable {
        /// The text, with the number of pixels of the original photo per pixel of the decoded picture.
        case text(TextReading, scale: Double)
        /// The photo cannot be decoded; with the reason for operators.
        case undecodable(String)
        case photoMissing

        /// A photo that crashed the reader twice is not analyzed again.
        static let givenUp = Seen.undecodable("gaveUp")

        /// The text and its scale; nil without a decoded picture.
        var reading: (text: TextReading, scale: Double)? {
            if case .text(let text, let scale) = self { (text, scale) } else { nil }
        }

        var outcome: LabelRead.Outcome {
            switch self {
            case .text(let text, _): text.lines.isEmpty ? .noText : .read
            case .undecodable: .undecodable
            case .photoMissing: .photoMissing
            }
        }
    }

    /// Whether the dependencies of the reader are available, as far as known.
    var isReady: Bool { supply.isLoaded }

    /// Reads a photo.
    ///
    /// - Parameters:
    ///   - key: Its location.
    ///   - facts: Its known properties.
    ///   - matter: The kind of print.
    ///   - attempt: The number of the attempt, from 1 on; the one after `JobWorkers.maxAttempts` is not made.
    ///   - deadline: When the result is due.
    /// - Returns: The content.
    /// - Throws: `Postponed` if it may succeed later; any other error is a failed attempt.
    func see(
        _ key: PhotoKey, _ facts: PhotoFacts, as matter: PrintedMatter, attempt: Int,
        until deadline: ContinuousClock.Instant
    ) async throws -> Seen {
        guard attempt <= JobWorkers.maxAttempts else { return .givenUp }
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
            // A wrong master key must be corrected by the operator; photos wait until then.
            if case .keyRingUnavailable = error { throw Postponed("\(error)") }
            throw error
        }
    }
}

extension TextReading {
    /// The lines in the form of the event: corners as fractions of width and height.
    var readLines: [ReadLine] {
        lines.map { line in
            ReadLine(
                text: line.text,
                corners: shares(of: line.quad),
                confidence: Self.rounded(line.confidence),
                positions: line.characters.map { Self.rounded($0.position) })
        }
    }

    /// The places of a judgement in the form of the event; nil if it has none.
    func places(of judgement: Completeness?) -> [DoubtPlace]? {
        let places = judgement?.places.prefix(LabelRead.maxPlaces) ?? []
        return places.isEmpty
            ? nil : places.map { DoubtPlace(doubt: $0.gap.rawValue, corners: shares(of: $0.quad)) }
    }

    /// Corners as fractions of width and height.
    private func shares(of quad: Quad) -> [Double] {
        quad.corners.flatMap { [Self.rounded($0.x / Double(width)), Self.rounded($0.y / Double(height))] }
    }

    /// A fraction limited to 0…1 and rounded to a thousandth, which is finer than a pixel of a phone's screen.
    private static func rounded(_ share: Double) -> Double { (min(1, max(0, share)) * 1_000).rounded() / 1_000 }
}
