import EventContracts
import Foundation
import JWTKit

/// What an access token says (RFC 9068, with our session and revocation version); nothing personal.
package struct AccessClaims: JWTPayload, Equatable {
    /// Names of who makes and who takes the tokens.
    package enum Party {
        package static let issuer = "https://foodmagic.example"
        package static let audience = "foodmagic-api"
    }

    package var sub: SubjectClaim
    package var sid: String
    /// Revocation version of the account when the token was made.
    package var rv: Int64
    /// Scopes with a space between.
    package var scope: String
    package var iss: IssuerClaim
    package var aud: AudienceClaim
    package var iat: IssuedAtClaim
    package var nbf: NotBeforeClaim
    package var exp: ExpirationClaim
    package var jti: IDClaim

    /// The signature alone is checked by JWTKit; `AccessTokens` checks what is said, with its own clock.
    package func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// Who is signed in, as the access token says.
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
