import Crypto

/// Finds a sealed text without opening anything: equal texts have equal hashes, and without the key a hash says nothing.
///
/// HMAC-SHA-256. The caller normalises the text first, for example an e-mail address to lower case.
package struct BlindIndex: Sendable {
    /// Size of the key in bytes.
    package static let keyByteCount = 32

    private let key: SymmetricKey

    /// An index under a secret key of 32 bytes; it stays the same as long as the hashes are stored.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "the configuration only accepts keys of this size")
        self.key = SymmetricKey(data: key)
    }

    /// The 32 bytes that stand for the text.
    package func hash(_ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}
