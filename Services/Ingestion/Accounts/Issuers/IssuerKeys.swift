import Foundation
import IngestionCore
import JWTKit

/// The public keys of an issuer for the configured algorithm; others are ignored (RFC 7517).
struct IssuerKeys: Sendable {
    /// Keys as the issuer publishes them.
    struct Published: Decodable, Sendable {
        let keys: [Key]
    }

    struct Key: Decodable, Sendable {
        let kty: String
        var kid: String?
        var use: String?
        var alg: String?
        var n: String?
        var e: String?
        var crv: String?
        var x: String?
        var y: String?
    }

    private enum Verifier: Sendable {
        case rsa(Insecure.RSA.PublicKey)
        case ecdsa(ES256PublicKey)
    }

    /// Maximum number of keys considered.
    private static let maxKeys = 32

    private var verifiers: [(kid: String?, verifier: Verifier)] = []

    init(_ published: Published, _ algorithm: IssuerSettings.Algorithm) {
        for key in published.keys.prefix(Self.maxKeys) {
            guard key.use ?? "sig" == "sig", key.alg ?? algorithm.rawValue == algorithm.rawValue,
                let verifier = Self.verifier(key, algorithm)
            else { continue }
            verifiers.append((key.kid, verifier))
        }
    }

    /// JWTKit refuses RSA keys of less than 2048 bits, and points that are not on the curve.
    private static func verifier(_ key: Key, _ algorithm: IssuerSettings.Algorithm) -> Verifier? {
        switch algorithm {
        case .rs256:
            guard key.kty == "RSA", let n = key.n, let e = key.e else { return nil }
            return (try? Insecure.RSA.PublicKey(modulus: n, exponent: e)).map(Verifier.rsa)
        case .es256:
            guard key.kty == "EC", key.crv == "P-256", let x = key.x, let y = key.y else { return nil }
            return (try? ES256PublicKey(parameters: (x: x, y: y))).map(Verifier.ecdsa)
        }
    }

    /// Whether there is a key with this id, or a single one if tokens have no key id.
    func knows(_ kid: String?) -> Bool { verifier(of: kid) != nil }

    private func verifier(of kid: String?) -> Verifier? {
        if let kid { return verifiers.first { $0.kid == kid }?.verifier }
        return verifiers.count == 1 ? verifiers[0].verifier : nil
    }

    /// The claims of a token, after verifying its signature.
    ///
    /// - Throws: `IssuerFault.refused`, or JWTKit's error.
    func verified(_ token: String, by kid: String?) async throws -> IssuerClaims {
        guard let verifier = verifier(of: kid) else { throw IssuerFault.refused }
        let keys = JWTKeyCollection()
        switch verifier {
        case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
        case .ecdsa(let key): await keys.add(ecdsa: key)
        }
        return try await keys.verify(token, as: IssuerClaims.self)
    }
}

/// The claims of an issuer's token.
struct IssuerClaims: JWTPayload {
    let iss: String
    /// The issuer's permanent id of the person.
    let sub: String
    let aud: AudienceClaim
    let exp: ExpirationClaim
    let iat: IssuedAtClaim
    var auth_time: IssuedAtClaim?
    var nonce: String?
    var azp: String?
    var email: String?
    private var email_verified: Truth?

    /// Whether the issuer has verified the address.
    var isEmailVerified: Bool { email_verified?.value == true }

    /// When the person last authenticated at the issuer; nil if unknown.
    var seenAt: Date? { auth_time?.value }

    /// JWTKit checks the signature only; `IssuerClient` checks the claims with its own clock.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    /// Some issuers send booleans as text.
    private struct Truth: Codable, Sendable {
        let value: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self.value = value
            } else {
                value = (try? container.decode(String.self)) == "true"
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}
