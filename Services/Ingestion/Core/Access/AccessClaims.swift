import EventContracts
import Foundation
import JWTKit

/// The claims of an access token (RFC 9068, with a session and a revocation version); contains no personal data.
package struct AccessClaims: JWTPayload, Equatable {
    /// The issuer and the audience of tokens.
    package enum Party {
        package static let issuer = "https://foodmagic.example"
        package static let audience = "foodmagic-api"
    }

    package var sub: SubjectClaim
    package var sid: String
    /// The account's revocation version at the time of issue.
    package var rv: Int64
    /// Scopes, separated by spaces.
    package var scope: String
    package var iss: IssuerClaim
    package var aud: AudienceClaim
    package var iat: IssuedAtClaim
    package var nbf: NotBeforeClaim
    package var exp: ExpirationClaim
    package var jti: IDClaim

    /// JWTKit checks the signature only; `AccessTokens` checks the claims with its own clock.
    package func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// The signed-in account, according to the access token.
package struct Principal: Sendable, Equatable {
    package let account: AccountID
    package let session: SessionID
    package let revocationVersion: Int64
    package let scopes: Set<Scope>
    package let expires: Date
}

/// One signed-in client.
package struct SessionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
