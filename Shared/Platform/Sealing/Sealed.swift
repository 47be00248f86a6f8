import Foundation

/// A value that can only be read with its account's data key.
///
/// Layout of `bytes`: 1 byte format version, 4 bytes key generation (big endian), 12 bytes nonce, ciphertext, 16 bytes
/// tag (AES-256-GCM). In JSON it is one base64url string without padding.
package struct Sealed<Value: Codable & Sendable>: Sendable, Hashable {
    /// The sealed bytes, as stored and sent.
    package let bytes: [UInt8]

    /// Wraps existing sealed bytes, without checking them.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension Sealed: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let bytes = Base64URL.decode(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
        }
        self.init(bytes: bytes)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode(bytes))
    }
}
