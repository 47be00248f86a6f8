import Crypto
import Foundation
import Sealing

/// Identifies this installation to push services (RFC 8292): browsers subscribe with the public key, requests carry its
/// signature.
package struct VAPID: Sendable {
    /// The key does not belong to P-256.
    package struct BadKey: Error {}

    /// Length of the private key, in bytes.
    package static let keyLength = 32

    /// Lifetime of a signature in seconds; push services accept at most 24 h.
    private static let lifetime: TimeInterval = 12 * 3_600

    private let key: P256.Signing.PrivateKey
    /// Contact for the operators of push services: `mailto:` or `https:`.
    private let contact: String

    /// - Parameters:
    ///   - key: 32 bytes of a private key of P-256; secret.
    ///   - contact: `mailto:` or `https:`.
    /// - Throws: `BadKey`.
    package init(key: [UInt8], contact: String) throws(BadKey) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: key) else { throw BadKey() }
        self.key = key
        self.contact = contact
    }

    /// The key for subscribing browsers: the public key in Base64URL.
    package var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// The `Authorization` field of a request.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port of the push service.
    ///   - now: The time.
    /// - Returns: `vapid t=…, k=…`.
    /// - Throws: An error of the signature.
    package func authorization(for origin: String, at now: Date) throws -> String {
        struct Claims: Encodable {
            let aud: String
            let exp: Int
            let sub: String
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let claims = Claims(
            aud: origin, exp: Int(now.timeIntervalSince1970 + Self.lifetime), sub: contact)
        let signed =
            Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8)) + "."
            + Base64URL.encode(try encoder.encode(claims))
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Base64URL.encode(signature)), k=\(publicKey)"
    }
}
