import Crypto
import Sealing

/// An unguessable value of 256 random bits, of which the database stores only a hash: in links, challenges,
/// codes and refresh tokens.
package struct SecretToken: Sendable, Equatable {
    private static let byteCount = 32

    /// The text for the client.
    package let text: String
    /// SHA-256 of the bits; a slow hash is not needed for random ones.
    package let hash: [UInt8]

    private init(bytes: [UInt8]) {
        text = Base64URL.encode(bytes)
        hash = Array(SHA256.hash(data: bytes))
    }

    /// A new random token.
    package static func random() -> Self { Self(bytes: RandomBytes.make(byteCount)) }

    /// Parses a client's text; nil if invalid.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else {
            return nil
        }
        self.init(bytes: bytes)
    }
}
