import Crypto
import EventContracts
import Foundation
import IngestionCore
import JWTKit
import Sealing

/// The signed content of a complete erasure (JWS, ES256), without personal data.
struct ErasureProof: SignedStatement {
    /// The audience claim; it is not that of the API.
    static let audience = "foodmagic-erasure"

    let iss: IssuerClaim
    let aud: AudienceClaim
    /// The id of the erasure.
    let sub: SubjectClaim
    let iat: IssuedAtClaim
    let requestedAt: Date
    let erasedAt: Date
    let completedAt: Date
    /// Numbers of deleted rows, by service and table.
    let deleted: [String: [String: Int]]

    /// The proof of an erasure; nil before it is complete.
    init?(_ erasure: Erasure) {
        guard let erasedAt = erasure.erasedAt, let completedAt = erasure.completedAt else { return nil }
        iss = IssuerClaim(value: AccessClaims.Party.issuer)
        aud = AudienceClaim(value: [Self.audience])
        sub = SubjectClaim(value: erasure.id.description)
        iat = IssuedAtClaim(value: completedAt)
        requestedAt = erasure.requestedAt
        self.erasedAt = erasedAt
        self.completedAt = completedAt
        deleted = erasure.reports.mapValues(\.deleted)
    }

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// Public keys, for finding the one named in a signature (RFC 7517 section 5).
struct PublicKeysView: Encodable, Sendable {
    let keys: [PublicKeyView]
}

/// A public key for checking a signature (RFC 7517).
struct PublicKeyView: Encodable, Sendable {
    let kty = "EC"
    let crv = "P-256"
    let alg = "ES256"
    let kid: String
    let x: String
    let y: String

    init(_ key: P256.Signing.PublicKey) {
        let point = [UInt8](key.rawRepresentation)
        kid = AccessTokens.keyID(of: key)
        x = Base64URL.encode(point.prefix(32))
        y = Base64URL.encode(point.suffix(32))
    }
}
