import EventContracts
import Foundation
import HTTPTypes
import IncomingText
import IngestionCore
import Messaging
import Sealing
import ServiceRuntime

/// Creates the tokens of a sign-in.
package struct SessionIssuer: Sendable {
    /// How long an unused session stays open, in seconds.
    static let idleLife: TimeInterval = 30 * 24 * 3_600

    /// Maximum number of stored characters of a client's name.
    private static let maxClientLength = 200

    let tokens: AccessTokens
    let clock: any WallClock
    let sealer: Sealer

    /// The new tokens of a session with the answer that contains them; nothing is stored yet.
    struct Fresh: Sendable {
        let account: AccountID
        let session: SessionID
        let refresh: SecretToken
        let issuedAt: Date
        let expires: Date
        /// The client's name, sealed; nil without a name or for a continued session.
        let client: [UInt8]?
        let answer: Answer
    }

    /// New tokens, for a new session unless one is given; `client` is the client's name.
    func prepare(
        for account: AccountID, session: SessionID = .random(), revocationVersion: Int64, client: String? = nil
    ) async throws -> Fresh {
        let now = EventTime.truncate(clock.now())
        let refresh = SecretToken.random()
        let access = try await tokens.issue(account: account, session: session, revocationVersion: revocationVersion)
        let view = SignedInView(account: account, accessToken: access, refreshToken: refresh)
        return Fresh(
            account: account, session: session, refresh: refresh, issuedAt: now, expires: now + Self.idleLife,
            client: try await sealed(client, session, account), answer: try .json(.created, view))
    }

    private func sealed(_ client: String?, _ session: SessionID, _ account: AccountID) async throws -> [UInt8]? {
        guard let client, !client.isEmpty else { return nil }
        let text = String(IncomingText(cleaning: client).value.unicodeScalars.prefix(Self.maxClientLength))
        return try await sealer.seal(bytes: Array(text.utf8), .sessionClient(session, of: account))
    }
}
