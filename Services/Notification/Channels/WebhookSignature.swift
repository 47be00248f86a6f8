import Crypto
import Foundation

/// The secret of a webhook, and its signatures by Standard Webhooks 1.0.0.
package struct WebhookSecret: Sendable, Equatable {
    private static let prefix = "whsec_"
    /// Allowed length of a secret, in bytes (Standard Webhooks).
    private static let lengths = 24...64

    private let bytes: [UInt8]

    /// A new secret of 32 bytes.
    package init() { bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

    /// Parses a text such as `whsec_…`; nil if invalid.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.lengths.contains(data.count)
        else { return nil }
        bytes = [UInt8](data)
    }

    /// The text shown to the receiver once.
    package var text: String { Self.prefix + Data(bytes).base64EncodedString() }

    /// The header fields that sign a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - id: Identifies the message; the same for each attempt.
    ///   - now: The time of this attempt.
    /// - Returns: Names and values.
    package func headers(for body: [UInt8], id: String, at now: Date) -> [(name: String, value: String)] {
        let time = String(Int(now.timeIntervalSince1970))
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("\(id).\(time).".utf8) + body, using: SymmetricKey(data: bytes))
        return [
            ("webhook-id", id), ("webhook-timestamp", time),
            ("webhook-signature", "v1,\(Data(code).base64EncodedString())"),
        ]
    }
}
