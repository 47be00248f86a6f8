/// The reason why a picture could not be decoded.
package struct DecoderError: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// An unsupported kind of picture.
        case unsupported
        /// More pixels than allowed, or more memory needed than the decoder has.
        case tooLarge
        /// The file is truncated or inconsistent.
        case damaged
        /// The decoder crashed while decoding this picture.
        case died
        /// The decoder did not answer in time and was killed.
        case tookTooLong
        /// The decoder cannot be started.
        case unavailable
        /// The maximum number of pictures is waiting.
        case busy
    }

    package let code: Code

    /// A failure.
    package init(_ code: Code) {
        self.code = code
    }

    /// Whether decoding the same picture may succeed later.
    package var isRetryable: Bool { code == .busy || code == .unavailable }
}

extension DecoderError: CustomStringConvertible {
    package var description: String { "decoder: \(code.rawValue)" }
}
