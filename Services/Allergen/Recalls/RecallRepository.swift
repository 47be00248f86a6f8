import EventContracts
import Foundation
import Postgres

/// Recalls and the accounts notified of them; operators add and withdraw them with `fmctl recall`.
package enum RecallRepository {
    private static let columns = "recall_id, gtin, lot, reason, issued_at, withdrawn_at, told_at"

    // MARK: - Functions for operators

    /// Adds a recall.
    ///
    /// Waits for scans of the product that are being answered, so that each of them either sees the recall or is found
    /// when people are informed.
    package static func add(_ recall: Recall, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(\(Self.lockName(recall.gtin)), 0))")
        try await transaction.execute(
            """
            INSERT INTO recalls (recall_id, gtin, lot, reason, issued_at)
            VALUES (
                \(recall.recallID.uuid), \(recall.gtin.digits), \(recall.lot), \(recall.reason), \(recall.issuedAt))
            """)
    }

    /// Withdraws a recall: no further accounts are notified, and those already notified get the withdrawal.
    ///
    /// - Returns: False if there is no such active recall.
    package static func withdraw(
        _ recall: RecallID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE recalls SET withdrawn_at = \(now), told_through = NULL, told_at = NULL
            WHERE recall_id = \(recall.uuid) AND withdrawn_at IS NULL
            """) == 1
    }

    /// All recalls with the number of accounts notified, newest first.
    package static func list(
        on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [(recall: Recall, notified: Int64)] {
        try await database.query(
            """
            SELECT \(raw: Self.columns), (SELECT count(*) FROM recall_alerts AS notified
                WHERE notified.recall_id = recalls.recall_id) AS notified
            FROM recalls ORDER BY issued_at DESC, recall_id
            """
        ).map { (try Self.recall($0), try $0.decode("notified")) }
    }

    /// How many people have scanned a product.
    package static func holders(
        of gtin: GTIN, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int64 {
        try await database.query(
            "SELECT count(DISTINCT account_id) FROM scans WHERE product = \(gtin.digits)"
        ).first?.decode(Int64.self) ?? 0
    }

    // MARK: - Functions for the service

    /// The active recalls of a product; waits for a recall that is being added, and delays later ones until this
    /// transaction ends.
    package static func standing(of gtin: GTIN, in transaction: borrowing Transaction) async throws -> [Recall] {
        try await transaction.execute(
            "SELECT pg_advisory_xact_lock_shared(hashtextextended(\(Self.lockName(gtin)), 0))")
        return try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM recalls
            WHERE gtin = \(gtin.digits) AND withdrawn_at IS NULL ORDER BY issued_at, recall_id
            """
        ).map(Self.recall)
    }

    /// A recall in progress, with the last account processed, if any.
    package static func next(
        on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (recall: Recall, notifiedThrough: AccountID?)? {
        try await database.query(
            """
            SELECT \(raw: Self.columns), told_through FROM recalls
            WHERE told_at IS NULL ORDER BY issued_at, recall_id LIMIT 1
            """
        ).first.map { row in
            let through: UUID? = try row.decode("told_through")
            return (try Self.recall(row), through.map(AccountID.init))
        }
    }

    /// Records that an account was notified of a recall.
    ///
    /// - Returns: False if it was notified before.
    package static func remember(
        _ recall: RecallID, notified account: AccountID, of scan: ScanID, scannedAt: Date,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO recall_alerts (recall_id, account_id, scan_id, scanned_at)
            VALUES (\(recall.uuid), \(account.uuid), \(scan.uuid), \(scannedAt))
            ON CONFLICT (recall_id, account_id) DO NOTHING
            """) == 1
    }

    /// The next account that was notified of a recall.
    package static func nextNotified(
        of recall: RecallID, after account: AccountID?, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> ProductHolder? {
        try await database.query(
            """
            SELECT account_id, scan_id, scanned_at FROM recall_alerts
            WHERE recall_id = \(recall.uuid) AND (\(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid))
            ORDER BY account_id LIMIT 1
            """
        ).first.map { row in
            let (account, scan, scannedAt) = try row.decode(UUID.self, UUID.self, Date.self)
            return ProductHolder(account: AccountID(account), scanID: ScanID(scan), scannedAt: scannedAt)
        }
    }

    /// Advances the progress of informing people: to a person, or to its end.
    ///
    /// - Returns: False if another instance was first, or the recall was withdrawn meanwhile.
    package static func move(
        _ recall: Recall, from before: AccountID?, to account: AccountID?, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        let end = account == nil ? now : nil
        return try await transaction.execute(
            """
            UPDATE recalls SET told_through = \(account?.uuid), told_at = \(end)
            WHERE recall_id = \(recall.recallID.uuid) AND told_at IS NULL
                AND told_through IS NOT DISTINCT FROM \(before?.uuid)
                AND withdrawn_at IS NOT DISTINCT FROM \(recall.withdrawnAt)
            """) == 1
    }

    private static func lockName(_ gtin: GTIN) -> String { "allergen/recall/\(gtin)" }

    private static func recall(_ row: PostgresRow) throws -> Recall {
        Recall(
            recallID: RecallID(try row.decode("recall_id", as: UUID.self)),
            gtin: try row.decode("gtin"), lot: try row.decode("lot"),
            reason: try row.decode("reason"), issuedAt: try row.decode("issued_at"),
            withdrawnAt: try row.decode("withdrawn_at"), notifiedAt: try row.decode("told_at"))
    }
}
