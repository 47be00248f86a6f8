import Crypto
import Foundation

/// A browser's push subscription: endpoint and encryption keys.
package struct PushSubscription: Sendable, Equatable {
    package let endpoint: String
    /// The browser's public key: an uncompressed point of P-256.
    package let key: [UInt8]
    /// The secret shared with the browser.
    package let secret: [UInt8]

    /// Length of an uncompressed point and of the secret, in bytes (RFC 8291 section 3.2).
    package static let keyLength = 65, secretLength = 16

    /// A subscription; nil if key or secret are invalid for P-256 and RFC 8291.
    package init?(endpoint: String, key: [UInt8], secret: [UInt8]) {
        guard key.count == Self.keyLength, secret.count == Self.secretLength,
            (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else { return nil }
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
    }
}

/// Encryption of a push message for one browser (RFC 8291 over RFC 8188, content coding `aes128gcm`).
package enum WebPushEncryption {
    /// Size of a record in bytes: a message has only one record, and push services need not accept larger ones (RFC
    /// 8030 section 7.2).
    package static let recordSize = 4_096
    /// Maximum size of a message in bytes: a record without header (86), delimiter (1) and tag (16).
    package static let maxMessageSize = recordSize - 86 - 1 - 16

    /// The message is too long to be encrypted.
    package struct TooLong: Error {}

    /// The body of the request.
    ///
    /// - Parameters:
    ///   - message: At most `maxMessageSize` bytes.
    ///   - subscription: The recipient.
    ///   - ephemeral: A key for this message only.
    ///   - salt: 16 bytes for this message only.
    /// - Returns: The header and the record.
    /// - Throws: `TooLong`, or an error of the cipher.
    package static func encrypt(
        _ message: [UInt8], for subscription: PushSubscription,
        ephemeral: P256.KeyAgreement.PrivateKey = .init(), salt: [UInt8] = randomSalt()
    ) throws -> [UInt8] {
        guard message.count <= maxMessageSize else { throw TooLong() }
        let browser = try P256.KeyAgreement.PublicKey(x963Representation: subscription.key)
        let ours = Array(ephemeral.publicKey.x963Representation)
        let agreed = try ephemeral.sharedSecretFromKeyAgreement(with: browser)
        let (key, nonce) = keys(agreed, subscription.secret, browser: subscription.key, ours: ours, salt: salt)
        // The byte 2 marks the last record (RFC 8188 section 2).
        let sealed = try AES.GCM.seal(message + [2], using: key, nonce: AES.GCM.Nonce(data: nonce))
        let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian) { Array($0) }
        return salt + size + [UInt8(ours.count)] + ours + sealed.ciphertext + sealed.tag
    }

    /// Key and nonce of the record (RFC 8291 section 3.4).
    package static func keys(
        _ agreed: SharedSecret, _ secret: [UInt8], browser: [UInt8], ours: [UInt8], salt: [UInt8]
    ) -> (key: SymmetricKey, nonce: Data) {
        let input = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + browser + ours,
            outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        return (derive("aes128gcm", 16), derive("nonce", 12).withUnsafeBytes { Data($0) })
    }

    /// 16 unpredictable bytes.
    package static func randomSalt() -> [UInt8] {
        SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    }
}
