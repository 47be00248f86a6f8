/// Reads text in pictures.
///
/// A protocol, so that a better engine can replace the current one (VIS-15, VIS-26).
package protocol TextReader: Sendable {
    /// The model in use.
    var predictor: Predictor { get }

    /// Reads the text of a picture.
    ///
    /// - Parameters:
    ///   - picture: The pixels.
    ///   - matter: The kind of print, which determines thresholds and sizes.
    ///   - deadline: When an answer is no longer useful.
    /// - Returns: Lines in reading order; none without text.
    /// - Throws: `TextReaderError`.
    func read(
        _ picture: Picture, _ matter: PrintedMatter, deadline: ContinuousClock.Instant
    ) async throws(TextReaderError) -> TextReading
}

/// The kind of print in a picture.
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
        /// The deadline passed, or the caller was cancelled.
        case stopped
        /// As many pictures wait as may.
        case busy
        /// The engine failed.
        case failed
    }

    package let code: Code
    /// For operators; contains nothing of a picture.
    package let reason: String

    /// A failure with its reason.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether reading the same picture may succeed later.
    package var isRetryable: Bool { code == .busy || code == .stopped || code == .failed }
}

extension TextReaderError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(reason)" }
}
