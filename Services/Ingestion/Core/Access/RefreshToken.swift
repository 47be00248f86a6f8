import Crypto
import Sealing

/// The refresh token of a client: 256 random bits, of which the database stores only a hash.
///
/// Used once, then replaced.
package struct RefreshToken: Sendable, Equatable {
    private static let byteCount = 32

    /// The text for the client.
    package let text: String
    /// SHA-256 of the token's bytes; a slow hash is not needed for 256 random bits.
    package let hash: [UInt8]

    private init(bytes: [UInt8]) {
        text = Base64URL.encode(bytes)
        hash = Array(SHA256.hash(data: bytes))
    }

    /// A new random token.
    package static func random() -> Self { Self(bytes: RandomBytes.make(byteCount)) }

    /// Reads a client's token; nil if it does not have the form of a refresh token.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else {
            return nil
        }
        self.init(bytes: bytes)
    }
}
