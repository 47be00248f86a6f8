import EventContracts
import IngestionCore

/// What a client gets when it signs in.
struct SignedInView: Encodable, Sendable {
    struct Account: Encodable, Sendable {
        let id: AccountID
    }

    struct Session: Encodable, Sendable {
        let accessToken: String
        let refreshToken: String
        /// Seconds.
        let expiresIn: Int64
    }

    let account: Account
    let session: Session

    init(account: AccountID, accessToken: String, refreshToken: RefreshToken) {
        self.account = Account(id: account)
        session = Session(
            accessToken: accessToken, refreshToken: refreshToken.text,
            expiresIn: AccessTokens.life.components.seconds)
    }
}
