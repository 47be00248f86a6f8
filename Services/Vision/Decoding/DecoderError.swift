/// Why a picture could not be decoded.
package struct DecoderError: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// An unsupported kind of picture.
        case unsupported
        /// More pixels than allowed, or more memory needed than the decoder has.
        case tooLarge
        /// The file ends early or contradicts itself.
        case damaged
        /// The decoder died of this picture.
        case died
        /// The decoder did not answer in time and was ended.
        case tookTooLong
        /// The decoder does not start.
        case unavailable
        /// As many pictures wait as may.
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
