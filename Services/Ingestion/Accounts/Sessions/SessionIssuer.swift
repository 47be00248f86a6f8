import EventContracts
import Foundation
import HTTPTypes
import IncomingText
import IngestionCore
import Messaging
import Sealing
import ServiceRuntime

/// Makes what a client gets when it signs in.
package struct SessionIssuer: Sendable {
    /// How long a client that never comes back stays signed in, in seconds.
    static let idleLife: TimeInterval = 30 * 24 * 3_600

    /// Most characters kept of how a client calls itself.
    private static let longestClient = 200

    let tokens: AccessTokens
    let clock: any WallClock
    let sealer: Sealer

    /// A session's new tokens with the answer that hands them out; nothing is stored yet.
    struct Fresh: Sendable {
        let account: AccountID
        let session: SessionID
        let refresh: RefreshToken
        let issuedAt: Date
        let expires: Date
        /// The client's name, sealed; nil without one, and for a continued session.
        let client: [UInt8]?
        let answer: Answer
    }

    /// New tokens, for a new session unless one is named; `client` is how it calls itself.
    func prepare(
        for account: AccountID, session: SessionID = .random(), revocationVersion: Int64, client: String? = nil
    ) async throws -> Fresh {
        let now = EventTime.truncate(clock.now())
        let refresh = RefreshToken.random()
        let access = try await tokens.issue(account: account, session: session, revocationVersion: revocationVersion)
        let view = SignedInView(account: account, accessToken: access, refreshToken: refresh)
        return Fresh(
            account: account, session: session, refresh: refresh, issuedAt: now, expires: now + Self.idleLife,
            client: try await sealed(client, session, account), answer: try .json(.created, view))
    }

    private func sealed(_ client: String?, _ session: SessionID, _ account: AccountID) async throws -> [UInt8]? {
        guard let client, !client.isEmpty else { return nil }
        let text = String(IncomingText(cleaning: client).value.unicodeScalars.prefix(Self.longestClient))
        return try await sealer.seal(bytes: Array(text.utf8), .sessionClient(session, of: account))
    }
}
