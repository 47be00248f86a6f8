/// Why text or foods of a picture could not be recognized.
package struct RecognitionError: Error, Sendable, Equatable {
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
}

extension RecognitionError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(reason)" }
}
