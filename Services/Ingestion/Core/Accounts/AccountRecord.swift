import EventContracts
import Foundation
import Postgres

/// An account as administrators see it: facts about the account, never the data that the person stores in it (C10).
package struct AccountRecord: Sendable {
    package let account: AccountID
    package let status: String
    package let locale: String
    package let timeZone: String
    package let acceptedTerms: String
    package let createdAt: Date
    package let lastActiveAt: Date?
    package let suspendedAt: Date?
}

/// Access of administrators to the table `accounts`.
package enum AccountRecordRepository {
    /// An account; nil if it does not exist or is erased.
    package static func read(_ account: AccountID, in database: some PostgresQuerying) async throws -> AccountRecord? {
        try await database.query(
            """
            SELECT account_id, status, locale, time_zone, accepted_terms, created_at, suspended_at, (
                SELECT max(issued_at) FROM refresh_tokens JOIN sessions USING (session_id)
                WHERE sessions.account_id = accounts.account_id) AS last_active_at
            FROM accounts WHERE account_id = \(account.uuid) AND status <> 'erased'
            """
        ).first.map { row in
            AccountRecord(
                account: AccountID(try row.decode("account_id", as: UUID.self)), status: try row.decode("status"),
                locale: try row.decode("locale"), timeZone: try row.decode("time_zone"),
                acceptedTerms: try row.decode("accepted_terms"), createdAt: try row.decode("created_at"),
                lastActiveAt: try row.decode("last_active_at", as: Date?.self),
                suspendedAt: try row.decode("suspended_at", as: Date?.self))
        }
    }

    /// Suspends an active account.
    ///
    /// - Returns: False if it is not active.
    package static func suspend(
        _ account: AccountID, because sealed: [UInt8], at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE accounts SET status = 'suspended', suspended_at = \(now), suspension_sealed = \(sealed),
                updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status = 'active'
            """) == 1
    }

    /// Reinstates a suspended account.
    ///
    /// - Returns: False if it is not suspended.
    package static func reinstate(
        _ account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE accounts SET status = 'active', suspended_at = NULL, suspension_sealed = NULL, updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status = 'suspended'
            """) == 1
    }

    /// Corrects the language and time zone of an account that is not erased.
    ///
    /// - Returns: The account's event; nil if it does not exist.
    package static func correct(
        _ account: AccountID, locale: String?, timeZone: String?, at now: Date, in transaction: borrowing Transaction
    ) async throws -> AccountRegistered? {
        try await transaction.query(
            """
            UPDATE accounts SET locale = COALESCE(\(locale), locale), time_zone = COALESCE(\(timeZone), time_zone),
                version = version + 1, updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status <> 'erased'
            RETURNING locale, time_zone, accepted_terms, created_at
            """
        ).first.map { row in
            let (locale, zone, terms, created) = try row.decode(String.self, String.self, String.self, Date.self)
            return AccountRegistered(
                accountID: account, locale: locale, timeZone: zone, acceptedTerms: terms, registeredAt: created)
        }
    }

    /// The sealed reason of a suspension; nil if the account is not suspended.
    package static func suspension(of account: AccountID, in database: some PostgresQuerying) async throws -> [UInt8]? {
        try await database.query(
            "SELECT suspension_sealed FROM accounts WHERE account_id = \(account.uuid) AND status = 'suspended'"
        ).first?.decode("suspension_sealed", as: [UInt8]?.self)
    }
}

/// The table `broken_glasses`.
package enum BrokenGlassRepository {
    /// How long the records stay open, in seconds.
    package static let opening: TimeInterval = 30 * 60

    /// Opens the security records of an account to a staff member.
    package static func open(
        _ subject: AccountID, to staff: AccountID, at now: Date, until end: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO broken_glasses (broken_glass_id, subject_id, staff_id, broken_at, ends_at)
            VALUES (\(UUID()), \(subject.uuid), \(staff.uuid), \(now), \(end))
            """)
    }

    /// Deletes openings that ended before an instant; the audit log keeps who opened them and why.
    package static func prune(before limit: Date, most: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM broken_glasses WHERE broken_glass_id IN (
                SELECT broken_glass_id FROM broken_glasses WHERE ends_at < \(limit) LIMIT \(most))
            """)
    }

    /// Whether they are open.
    package static func isOpen(
        _ subject: AccountID, to staff: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await !database.query(
            """
            SELECT 1 FROM broken_glasses
            WHERE staff_id = \(staff.uuid) AND subject_id = \(subject.uuid) AND ends_at > \(now) LIMIT 1
            """
        ).isEmpty
    }
}
