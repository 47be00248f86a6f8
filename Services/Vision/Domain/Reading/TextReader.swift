/// Reads print in pictures.
///
/// Engines stand behind it so that a better one can replace the current one (VIS-15, VIS-26).
package protocol TextReader: Sendable {
    /// Which model reads.
    var predictor: Predictor { get }

    /// Reads what is printed in a picture.
    ///
    /// - Parameters:
    ///   - picture: the pixels.
    ///   - matter: what it shows, which decides on thresholds and sizes.
    ///   - deadline: when an answer is of no use any more.
    /// - Returns: lines in the order of reading; none when the picture shows no print.
    /// - Throws: `TextReaderError`.
    func read(
        _ picture: Picture, _ matter: PrintedMatter, deadline: ContinuousClock.Instant
    ) async throws(TextReaderError) -> TextReading
}

/// What a picture shows.
package enum PrintedMatter: String, Sendable, CaseIterable {
    case label, receipt
}

/// Why a picture could not be read.
package struct TextReaderError: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// The engine's library or program is missing.
        case engineMissing
        /// A model file is missing or is not the one it should be.
        case modelMissing
        /// The picture makes no sense.
        case invalidPicture
        /// The deadline passed, or the caller went away.
        case stopped
        /// As many pictures wait as may.
        case busy
        /// The engine failed.
        case failed
    }

    package let code: Code
    /// For operators; holds nothing of a picture.
    package let reason: String

    /// A failure with its reason.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether the same picture may be read later without anybody's help.
    package var isRetryable: Bool { code == .busy || code == .stopped || code == .failed }
}

extension TextReaderError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(reason)" }
}
