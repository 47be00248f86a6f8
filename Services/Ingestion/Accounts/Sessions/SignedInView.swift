import EventContracts
import IngestionCore

/// The response to a sign-in.
struct SignedInView: Codable, Sendable {
    struct Account: Codable, Sendable {
        let id: AccountID
    }

    struct Session: Codable, Sendable {
        let accessToken: String
        /// The refresh token; nil if the client keeps it in a cookie.
        var refreshToken: String?
        /// Lifetime of the access token, in seconds.
        let expiresIn: Int64
    }

    let account: Account
    var session: Session

    init(account: AccountID, accessToken: String, refreshToken: SecretToken) {
        self.account = Account(id: account)
        session = Session(
            accessToken: accessToken, refreshToken: refreshToken.text,
            expiresIn: AccessTokens.life.components.seconds)
    }
}
