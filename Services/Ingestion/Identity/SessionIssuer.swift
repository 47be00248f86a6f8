import EventContracts
import Foundation
import HTTPTypes
import Messaging
import ServiceRuntime

/// Makes what a client gets when it signs in.
package struct SessionIssuer: Sendable {
    /// How long a client that never comes back stays signed in.
    private static let idleLife: TimeInterval = 30 * 24 * 3_600

    let tokens: AccessTokens
    let clock: any WallClock

    /// A session's new tokens with the answer that hands them out; nothing is stored yet.
    struct Fresh: Sendable {
        let account: AccountID
        let session: SessionID
        let refresh: RefreshToken
        let issuedAt: Date
        let expires: Date
        let answer: Answer
    }

    /// New tokens, for a new session unless one is named.
    func prepare(
        for account: AccountID, session: SessionID = .random(), revocationVersion: Int64
    ) async throws -> Fresh {
        let now = EventTime.truncate(clock.now())
        let refresh = RefreshToken.random()
        let access = try await tokens.issue(account: account, session: session, revocationVersion: revocationVersion)
        let view = SignedInView(account: account, accessToken: access, refreshToken: refresh)
        return Fresh(
            account: account, session: session, refresh: refresh, issuedAt: now, expires: now + Self.idleLife,
            answer: try .json(.created, view))
    }
}
