/// The reason why text or foods of a picture could not be recognized.
package struct RecognitionError: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// The engine's library or program is missing.
        case engineMissing
        /// A model file is missing or is not the expected one.
        case modelMissing
        /// The picture is invalid.
        case invalidPicture
        /// The deadline passed, or the caller was canceled.
        case stopped
        /// The maximum number of pictures is waiting.
        case busy
        /// The engine failed.
        case failed
    }

    package let code: Code
    /// The reason for the operator; contains no data of the picture.
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
