import Crypto

/// Finds a sealed text without opening it: equal texts have equal hashes, which reveal nothing without the key.
///
/// HMAC-SHA-256. The caller normalizes the text first, for example an e-mail address to lower case.
package struct BlindIndex: Sendable {
    /// Size of the key in bytes.
    package static let keyByteCount = 32

    private let key: SymmetricKey

    /// An index with a secret key of 32 bytes, which must not change while hashes are stored.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "the configuration only accepts keys of this size")
        self.key = SymmetricKey(data: key)
    }

    /// The hash of a text, 32 bytes.
    package func hash(_ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}
