import EventContracts
import Foundation
import Messaging
import Postgres

/// Suspended accounts, and which of their product reports are marked as such.
package enum StandingRepository {
    /// The next work that a changed standing causes.
    struct Due: Sendable {
        let account: AccountID
        /// Version of the standing.
        let version: Int64
        /// The next product with a report that is not marked yet; nil if all are.
        let gtin: GTIN?
    }

    /// Stores the standing of an account; an older version changes nothing.
    static func save(_ told: AccountStandingChanged, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO account_standings (account_id, version, is_suspended, is_due)
            VALUES (\(told.accountID.uuid), \(told.version), \(told.standing == .suspended), true)
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, is_suspended = EXCLUDED.is_suspended, is_due = true
            WHERE account_standings.version < EXCLUDED.version
            """)
    }

    /// The next account whose standing has changed, with its next product.
    static func next(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> Due? {
        try await database.query(
            """
            SELECT account_id, version, (
                SELECT min(gtin) FROM product_reports
                WHERE product_reports.account_id = account_standings.account_id
                    AND product_reports.is_suspended <> account_standings.is_suspended)
            FROM account_standings WHERE is_due ORDER BY account_id LIMIT 1
            """
        ).first.map { row in
            let (account, version, gtin) = try row.decode(UUID.self, Int64.self, GTIN?.self)
            return Due(account: AccountID(account), version: version, gtin: gtin)
        }
    }

    /// Marks an account's reports of a product by its standing.
    ///
    /// If one counted that counts no longer, the reports that a confirmed label has superseded are weighed again: it
    /// may have helped to confirm that label.
    ///
    /// - Returns: False if there is nothing to mark, because another instance was first.
    static func mark(_ gtin: GTIN, of account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        let now = try transaction.eventTime()
        let lost = try await transaction.query(
            """
            UPDATE product_reports SET is_suspended = account_standings.is_suspended
            FROM account_standings
            WHERE product_reports.gtin = \(gtin.digits) AND product_reports.account_id = \(account.uuid)
                AND account_standings.account_id = \(account.uuid)
                AND product_reports.is_suspended <> account_standings.is_suspended
            RETURNING account_standings.is_suspended AND is_photo AND network IS NOT NULL
                AND (is_staff OR COALESCE(counts_from <= \(now), false))
            """
        ).map { try $0.decode(Bool.self) }
        guard !lost.isEmpty else { return false }
        if lost.contains(true) {
            try await transaction.execute(
                "UPDATE product_reports SET is_superseded = false WHERE gtin = \(gtin.digits) AND is_superseded")
        }
        return true
    }

    /// Notes that all reports of an account are marked, unless one was added or the standing has changed meanwhile.
    static func finish(_ due: Due, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE account_standings SET is_due = false
            WHERE account_id = \(due.account.uuid) AND version = \(due.version) AND NOT EXISTS (
                SELECT FROM product_reports
                WHERE product_reports.account_id = account_standings.account_id
                    AND product_reports.is_suspended <> account_standings.is_suspended)
            """)
    }
}
