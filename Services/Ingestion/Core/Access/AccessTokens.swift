import Crypto
import EventContracts
import Foundation
import Hexadecimal
import JWTKit
import Sealing
import ServiceRuntime
import Synchronization

/// A statement that the gateway signs for others to check, such as the receipt of an erasure.
package protocol SignedStatement: JWTPayload {
    /// The audience claim; never that of access tokens.
    static var audience: String { get }
}

/// Issues and checks access tokens: JWTs signed with ES256 by a fixed set of keys.
package final class AccessTokens: Sendable {
    /// The lifetime of a token; longer ones are refused even with a valid signature.
    package static let life = Duration.seconds(600)
    /// Tolerated difference between the clocks of two gateway instances, in seconds.
    private static let clockTolerance: TimeInterval = 5
    /// Maximum length of a token, in bytes; issued ones have about 500.
    private static let maxLength = 2_048

    private let keys: JWTKeyCollection
    private let signingKeyID: JWKIdentifier
    private let keyIDs: Set<String>
    /// The key for checking signatures of this gateway.
    package let publicKey: P256.Signing.PublicKey
    private let clock: any WallClock
    private let verified: Mutex<BoundedCache<SHA256.Digest, Principal>>

    /// Issues tokens with `signingKey`.
    ///
    /// Tokens of `retiredKeys` are still accepted, so that a key can be replaced without signing anyone out. At most
    /// `cacheCapacity` verified tokens are cached.
    ///
    /// - Throws: The error of JWTKit for an unusable key.
    package init(
        signingKey: P256.Signing.PrivateKey, retiredKeys: [P256.Signing.PublicKey], clock: any WallClock,
        cacheCapacity: Int = 20_000
    ) async throws {
        keys = JWTKeyCollection()
        let signingID = Self.keyID(of: signingKey.publicKey)
        await keys.add(ecdsa: try ES256PrivateKey(backing: signingKey), kid: JWKIdentifier(string: signingID))
        var ids: Set = [signingID]
        for key in retiredKeys where ids.insert(Self.keyID(of: key)).inserted {
            await keys.add(ecdsa: try ES256PublicKey(backing: key), kid: JWKIdentifier(string: Self.keyID(of: key)))
        }
        publicKey = signingKey.publicKey
        signingKeyID = JWKIdentifier(string: signingID)
        keyIDs = ids
        self.clock = clock
        verified = Mutex(BoundedCache(capacity: cacheCapacity))
    }

    /// The id of a key: the beginning of its SHA-256.
    package static func keyID(of key: P256.Signing.PublicKey) -> String {
        Base64URL.encode(SHA256.hash(data: key.x963Representation).prefix(12))
    }

    /// Issues a token for a session.
    package func issue(
        account: AccountID, session: SessionID, revocationVersion: Int64, scopes: [Scope] = Scope.allCases
    ) async throws -> String {
        let now = clock.now()
        let claims = AccessClaims(
            sub: SubjectClaim(value: account.description), sid: session.description, rv: revocationVersion,
            scope: scopes.map(\.rawValue).joined(separator: " "), iss: IssuerClaim(value: AccessClaims.Party.issuer),
            aud: AudienceClaim(value: [AccessClaims.Party.audience]), iat: IssuedAtClaim(value: now),
            nbf: NotBeforeClaim(value: now), exp: ExpirationClaim(value: now + Self.life.timeInterval),
            jti: IDClaim(value: UUID.random().text))
        return try await keys.sign(claims, kid: signingKeyID)
    }

    /// Signs a statement for others, which cannot be used as an access token: its audience is not the API.
    package func sign(_ statement: some SignedStatement) async throws -> String {
        precondition(type(of: statement).audience != AccessClaims.Party.audience, "a statement is not for the API")
        return try await keys.sign(statement, kid: signingKeyID)
    }

    /// The account and session of a token.
    ///
    /// Does not check whether the session still exists: see `SessionRegistry`.
    ///
    /// - Throws: `unauthenticated` for anything but a valid token of this gateway, `tokenExpired` for an expired one.
    package func principal(of token: String) async throws(ProblemDetails) -> Principal {
        guard token.utf8.count <= Self.maxLength else { throw Self.notAToken }
        let digest = SHA256.hash(data: Array(token.utf8))
        if let known = verified.withLock({ $0[digest] }) {
            guard known.expires > clock.now() else { throw ProblemDetails(.tokenExpired) }
            return known
        }
        let principal = try await verify(token)
        verified.withLock { $0[digest] = principal }
        return principal
    }

    private static var notAToken: ProblemDetails {
        ProblemDetails(.unauthenticated, detail: "The access token is not valid.")
    }

    private func verify(_ token: String) async throws(ProblemDetails) -> Principal {
        guard AccessTokenHeader(token)?.isAccepted(keyIDs: keyIDs) == true,
            let claims = try? await keys.verify(token, as: AccessClaims.self),
            claims.iss.value == AccessClaims.Party.issuer, claims.aud.value == [AccessClaims.Party.audience],
            let account = AccountID(text: claims.sub.value), let session = SessionID(text: claims.sid)
        else { throw Self.notAToken }
        let now = clock.now()
        let begins = max(claims.nbf.value, claims.iat.value)
        guard begins <= now + Self.clockTolerance,
            claims.exp.value.timeIntervalSince(claims.iat.value) <= Self.life.timeInterval
        else { throw Self.notAToken }
        guard claims.exp.value > now else { throw ProblemDetails(.tokenExpired) }
        return Principal(
            account: account, session: session, revocationVersion: claims.rv,
            scopes: Set(claims.scope.split(separator: " ").compactMap { Scope(rawValue: String($0)) }),
            expires: claims.exp.value)
    }
}

extension Duration {
    /// The duration in seconds, for Foundation's dates.
    package var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
