import EventContracts
import Foundation
import Messaging
import Postgres

/// A session in its owner's list; the client's name is still sealed.
package struct StoredSession: Sendable {
    package let session: SessionID
    package let clientSealed: [UInt8]?
    /// The sign-in methods used.
    package let ways: [String]
    package let createdAt: Date
    /// When the session's tokens were last renewed.
    package let lastUsedAt: Date
    package let expiresAt: Date
}

extension SessionRepository {
    /// Maximum number of listed sessions.
    private static let maxListed: Int64 = 100

    /// A person's active sessions, the most recently used first.
    package static func list(
        of account: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> [StoredSession] {
        try await database.lookUp(
            """
            SELECT session_id, client_sealed, signed_in_by, created_at, last_used_at, expires_at
            FROM sessions CROSS JOIN LATERAL (
                SELECT COALESCE(max(issued_at), created_at) AS last_used_at FROM refresh_tokens
                WHERE refresh_tokens.session_id = sessions.session_id) AS used
            WHERE account_id = \(account.uuid) AND ended_at IS NULL AND expires_at > \(now)
            ORDER BY last_used_at DESC, session_id LIMIT \(maxListed)
            """
        ).map { row in
            let (session, client, ways, created, used, expires) = try row.decode(
                UUID.self, [UInt8]?.self, [String].self, Date.self, Date.self, Date.self)
            return StoredSession(
                session: SessionID(session), clientSealed: client, ways: ways, createdAt: created, lastUsedAt: used,
                expiresAt: expires)
        }
    }

    /// Whether a session of a person began after an instant, which means a recent sign-in.
    package static func isOpened(
        _ session: SessionID, of account: AccountID, after instant: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await !database.query(
            """
            SELECT FROM sessions
            WHERE session_id = \(session.uuid) AND account_id = \(account.uuid) AND created_at > \(instant)
            """
        ).isEmpty
    }

    /// The active sessions of a person.
    package static func open(of account: AccountID, in database: some PostgresQuerying) async throws -> [SessionID] {
        try await database.query(
            "SELECT session_id FROM sessions WHERE account_id = \(account.uuid) AND ended_at IS NULL"
        ).map { SessionID(try $0.decode(UUID.self)) }
    }

    /// Ends one session of a person, and push messages to its browser.
    ///
    /// - Returns: False if there is no such active session.
    package static func revoke(
        _ session: SessionID, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let ended = try await transaction.execute(
            """
            UPDATE sessions SET ended_at = \(now), end_reason = \(End.revoked.rawValue)
            WHERE session_id = \(session.uuid) AND account_id = \(account.uuid)
                AND ended_at IS NULL AND expires_at > \(now)
            """)
        try await PushSubscriptionRepository.end(with: [session], of: [account], in: transaction)
        return ended == 1
    }

    /// Ends all sessions of a person, or all but one, and push messages to their browsers.
    ///
    /// - Returns: The ended sessions.
    package static func revokeAll(
        of account: AccountID, but kept: SessionID?, at now: Date, in transaction: borrowing Transaction
    ) async throws -> [SessionID] {
        let ended = try await transaction.query(
            """
            UPDATE sessions SET ended_at = \(now), end_reason = \(End.revoked.rawValue)
            WHERE account_id = \(account.uuid) AND ended_at IS NULL
                AND session_id IS DISTINCT FROM \(kept?.uuid)::uuid
            RETURNING session_id
            """
        ).map { SessionID(try $0.decode(UUID.self)) }
        try await PushSubscriptionRepository.endAll(of: account, but: kept, in: transaction)
        return ended
    }
}
