import Foundation

/// A value that only the holder of its account's data key can read.
///
/// Layout of `bytes`: 1 byte format version, 4 bytes key generation (big endian), 12 bytes nonce, ciphertext, 16 bytes
/// tag (AES-256-GCM). In JSON it is one base64url string without padding.
package struct Sealed<Value: Codable & Sendable>: Sendable, Hashable {
    /// The sealed bytes, as stored and sent.
    package let bytes: [UInt8]

    /// Wraps bytes that were sealed before; nothing is checked until they are opened.
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
