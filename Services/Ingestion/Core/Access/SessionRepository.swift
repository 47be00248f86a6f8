import EventContracts
import Foundation
import Messaging
import Postgres

/// The state that decides whether an access token is accepted.
package struct SessionState: Sendable, Equatable {
    package let account: AccountID
    package let isEnded: Bool
    package let isActive: Bool
    /// The account is scheduled for erasure, which can still be cancelled.
    package let isErasing: Bool
    package let revocationVersion: Int64
    package let acceptedTerms: String
    /// The e-mail address is verified.
    package let isVerified: Bool
    /// Codes of the refused consents.
    package let refused: [String]
    /// The current staff roles.
    package let roles: Set<StaffRole>
}

/// The state of a refresh token before it is exchanged.
package struct RefreshTokenState: Sendable {
    package let session: SessionID
    package let account: AccountID
    package let revocationVersion: Int64
    /// The session is active: not ended, not expired, and the account is active.
    package let isOpen: Bool
}

/// The tables `sessions` and `refresh_tokens`.
package enum SessionRepository {
    /// Opens a session with its first refresh token.
    ///
    /// `network` is the client's network, which is stored as a known network of the account; `issuerSaw` is when an
    /// external issuer last authenticated the person, nil if unknown.
    package static func open(
        _ session: SessionID, of account: AccountID, token: SecretToken, client: [UInt8]?,
        by ways: [SignInMethod], from network: [UInt8], issuerSaw seen: Date? = nil, at now: Date, expires: Date,
        in transaction: borrowing Transaction
    ) async throws {
        try await SignInNetworkRepository.remember(network, of: account, at: now, in: transaction)
        let authenticated = ways == [.issuer] ? seen : now
        _ = try await transaction.pipeline([
            """
            INSERT INTO sessions (session_id, account_id, client_sealed, signed_in_by, authenticated_at, created_at,
                expires_at)
            VALUES (\(session.uuid), \(account.uuid), \(client), \(ways.map(\.rawValue))::text[], \(authenticated),
                \(now), \(expires))
            """,
            insertion(of: token, session, now),
        ])
    }

    /// The state of a session; nil if it does not exist.
    package static func standing(
        of session: SessionID, in database: some PostgresQuerying
    ) async throws -> SessionState? {
        let rows = try await database.lookUp(
            """
            SELECT a.account_id, s.ended_at IS NOT NULL, a.status IN ('active', 'erasing'),
                a.status = 'erasing', a.revocation_version, a.accepted_terms, a.email_verified_at IS NOT NULL,
                ARRAY(
                    SELECT purpose FROM (
                        SELECT DISTINCT ON (purpose) purpose, allowed FROM consents
                        WHERE consents.account_id = a.account_id ORDER BY purpose, version DESC) AS newest
                    WHERE NOT allowed),
                ARRAY(
                    SELECT r.role FROM staff_roles r WHERE r.account_id = a.account_id AND r.revoked_at IS NULL
                        AND (r.ends_at IS NULL OR r.ends_at > now())) AS roles
            FROM sessions s JOIN accounts a USING (account_id) WHERE s.session_id = \(session.uuid)
            """)
        return try rows.first.map { row in
            let (account, isEnded, isActive, isErasing, version, terms, isVerified, refused, roles) = try row.decode(
                UUID.self, Bool.self, Bool.self, Bool.self, Int64.self, String.self, Bool.self, [String].self,
                [String].self)
            return SessionState(
                account: AccountID(account), isEnded: isEnded, isActive: isActive, isErasing: isErasing,
                revocationVersion: version, acceptedTerms: terms, isVerified: isVerified, refused: refused,
                roles: Set(roles.compactMap(StaffRole.init(rawValue:))))
        }
    }

    /// The state of a refresh token; nil if it is unknown.
    package static func standing(
        of token: SecretToken, at now: Date, in database: some PostgresQuerying
    ) async throws -> RefreshTokenState? {
        let rows = try await database.query(
            """
            SELECT s.session_id, a.account_id, a.revocation_version,
                s.ended_at IS NULL AND s.expires_at > \(now)
                    AND a.status IN ('active', 'erasing')
            FROM refresh_tokens t JOIN sessions s USING (session_id) JOIN accounts a USING (account_id)
            WHERE t.token_hash = \(token.hash)
            """)
        return try rows.first.map { row in
            let (session, account, version, isOpen) = try row.decode(UUID.self, UUID.self, Int64.self, Bool.self)
            return RefreshTokenState(
                session: SessionID(session), account: AccountID(account), revocationVersion: version, isOpen: isOpen)
        }
    }

    /// Maximum duration of a session, however often it is refreshed.
    private static let maxLifetime = "365 days"

    /// Marks a token as used and replaces it by another.
    ///
    /// - Returns: False if it was used before, or the session has ended meanwhile; nothing is changed then.
    package static func rotate(
        _ used: SecretToken, to next: SecretToken, of session: SessionID, at now: Date, expires: Date,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        let isOpen = try await transaction.execute(
            """
            UPDATE sessions SET expires_at = LEAST(\(expires), created_at + \(maxLifetime)::interval)
            WHERE session_id = \(session.uuid) AND ended_at IS NULL AND expires_at > \(now)
            """)
        guard isOpen == 1 else { return false }
        let isFirstUse = try await transaction.execute(
            "UPDATE refresh_tokens SET used_at = \(now) WHERE token_hash = \(used.hash) AND used_at IS NULL")
        guard isFirstUse == 1 else { return false }
        try await transaction.execute(insertion(of: next, session, now))
        return true
    }

    /// The reason for a session's end.
    package enum End: String, Sendable {
        case signedOut = "signed-out"
        case reuseDetected = "reuse-detected"
        /// Ended from another session, or because the password changed.
        case revoked
        /// Not refreshed in time.
        case expired
    }

    /// Ends a session with all its tokens, and push messages to its browser.
    package static func end(
        _ session: SessionID, of account: AccountID, because reason: End, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE sessions SET ended_at = \(now), end_reason = \(reason.rawValue)
            WHERE session_id = \(session.uuid) AND ended_at IS NULL
            """)
        // After the session is locked, so that no subscription can be added in between.
        try await PushSubscriptionRepository.end(with: [session], of: [account], in: transaction)
    }

    /// Whether a session is active; it stays so until the transaction ends.
    package static func holdOpen(
        _ session: SessionID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await !transaction.query(
            """
            SELECT session_id FROM sessions
            WHERE session_id = \(session.uuid) AND ended_at IS NULL AND expires_at > \(now) FOR SHARE
            """
        ).isEmpty
    }

    /// Ends sessions that have expired, and push messages to their browsers.
    ///
    /// - Returns: The number of ended sessions, at most `maxCount`.
    package static func endExpired(
        at now: Date, maxCount: Int, in transaction: borrowing Transaction
    ) async throws -> Int {
        let ended = try await transaction.query(
            """
            UPDATE sessions SET ended_at = expires_at, end_reason = \(End.expired.rawValue)
            WHERE session_id IN (
                SELECT session_id FROM sessions WHERE ended_at IS NULL AND expires_at <= \(now)
                ORDER BY session_id LIMIT \(maxCount) FOR UPDATE SKIP LOCKED)
            RETURNING session_id, account_id
            """
        ).map { try $0.decode(UUID.self, UUID.self) }
        try await PushSubscriptionRepository.end(
            with: ended.map { SessionID($0.0) }, of: ended.map { AccountID($0.1) }, in: transaction)
        return ended.count
    }

    /// Deletes sessions that ended or expired before an instant, with their tokens.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM sessions WHERE session_id IN (
                SELECT session_id FROM sessions WHERE expires_at < \(limit) OR ended_at < \(limit) LIMIT \(maxCount))
            """)
    }

    private static func insertion(of token: SecretToken, _ session: SessionID, _ now: Date) -> SQL {
        """
        INSERT INTO refresh_tokens (token_hash, session_id, issued_at)
        VALUES (\(token.hash), \(session.uuid), \(now))
        """
    }
}
