import EventContracts
import Foundation
import Messaging
import Postgres

/// Suspended accounts, and the products to be evaluated again because of them.
package enum StandingRepository {
    /// A product whose reports must be evaluated again.
    struct DueProduct: Sendable {
        let gtin: GTIN
        /// The product's version; nil if the product is not stored.
        let version: Int64?
    }

    /// Stores the status of an account; an older version changes nothing.
    static func save(_ notified: AccountStandingChanged, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO account_standings (account_id, version, is_suspended, is_due)
            VALUES (\(notified.accountID.uuid), \(notified.version), \(notified.standing == .suspended), true)
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, is_suspended = EXCLUDED.is_suspended, is_due = true
            WHERE account_standings.version < EXCLUDED.version
            """)
    }

    /// The next account whose status has changed.
    static func nextAccount(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> AccountID? {
        try await database.query(
            "SELECT account_id FROM account_standings WHERE is_due ORDER BY account_id LIMIT 1"
        ).first.map { AccountID(try $0.decode(UUID.self)) }
    }

    /// Marks the account's reports as due whose `is_suspended` differs from its current status, and clears the mark of
    /// its other reports.
    static func noteReports(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE account_standings SET is_due = false WHERE account_id = \(account.uuid)")
        try await transaction.execute(
            """
            UPDATE product_reports SET due_at = CASE
                WHEN product_reports.is_suspended <> account_standings.is_suspended THEN COALESCE(due_at, now()) END
            FROM account_standings
            WHERE product_reports.account_id = \(account.uuid) AND account_standings.account_id = \(account.uuid)
            """)
    }

    /// The next product with a due report.
    static func nextProduct(on database: borrowing some PostgresQuerying & ~Copyable) async throws -> DueProduct? {
        try await database.query(
            """
            SELECT gtin, (SELECT version FROM products WHERE products.gtin = product_reports.gtin)
            FROM product_reports WHERE due_at <= now() ORDER BY due_at, gtin LIMIT 1
            """
        ).first.map { row in
            let (gtin, version) = try row.decode(GTIN.self, Int64?.self)
            return DueProduct(gtin: gtin, version: version)
        }
    }

    /// Inverts the suspension marks of a product's due reports, so that they agree with the status of their accounts.
    ///
    /// If a report becomes invalid, the reports that a confirmed label has superseded are evaluated again, because it
    /// may have helped to confirm that label.
    ///
    /// - Returns: False if no report is due, because another instance was first.
    static func mark(_ gtin: GTIN, in transaction: borrowing Transaction) async throws -> Bool {
        let now = try transaction.eventTime()
        let lost = try await transaction.query(
            """
            UPDATE product_reports SET is_suspended = NOT is_suspended, due_at = NULL
            WHERE gtin = \(gtin.digits) AND due_at IS NOT NULL
            RETURNING is_suspended AND is_photo AND network IS NOT NULL
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

    /// Postpones a product that could not be evaluated by one minute.
    static func postpone(_ gtin: GTIN, on pool: PostgresPool) async throws {
        try await pool.execute(
            """
            UPDATE product_reports SET due_at = now() + interval '1 minute'
            WHERE gtin = \(gtin.digits) AND due_at IS NOT NULL
            """)
    }
}
