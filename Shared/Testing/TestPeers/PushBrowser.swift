import Crypto
import Foundation
import Sealing

/// A browser that receives push messages: the receiving side of RFC 8291, implemented independently.
package struct PushBrowser: Sendable {
    /// The bytes are not a push message, or one for another browser.
    package struct Unreadable: Error {}

    private let key = P256.KeyAgreement.PrivateKey()
    /// The secret shared with the sender.
    package let secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }

    package init() {}

    /// A point of P-256, uncompressed.
    package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The output of `PushSubscription.toJSON()` in this browser.
    package func json(endpoint: String) -> String {
        let keys = #"{"p256dh":"\#(Base64URL.encode(publicKey))","auth":"\#(Base64URL.encode(secret))"}"#
        return #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":\#(keys)}"#
    }

    /// Decrypts and decodes a push message.
    package func open(_ body: [UInt8]) throws -> [String: Any] {
        guard body.count > 102, Array(body[16..<21]) == [0, 0, 16, 0, 65] else { throw Unreadable() }
        let salt = body[..<16], sender = Array(body[21..<86]), record = body[86...]
        let agreed = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        let first = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + publicKey + sender,
            outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: first, salt: Array(salt), info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        let nonce = try derive("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: Data($0)) }
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: record.dropLast(16), tag: record.suffix(16))
        let plain = try AES.GCM.open(box, using: derive("aes128gcm", 16))
        guard plain.last == 2,
            let told = try JSONSerialization.jsonObject(with: plain.dropLast()) as? [String: Any]
        else { throw Unreadable() }
        return told
    }
}
