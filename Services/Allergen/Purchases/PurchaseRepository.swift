import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// A stored purchase: its assessment and the data to repeat it.
package struct PurchaseRecord: Sendable, Equatable {
    /// The published assessment, without the reason for a notice.
    package var judged: PurchaseJudged
    package var record: Sealed<ReceiptRecord>
    package var notified: ReportedMealFindings
}

/// The purchases of each person with their allergen assessment.
package enum PurchaseRepository {
    private static let columns = "record, judged, told"

    /// A purchase; nil if no version of it has been assessed.
    package static func find(
        _ receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> PurchaseRecord? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM purchases
            WHERE receipt_id = \(receipt.uuid) AND account_id = \(account.uuid)
            """
        ).first.map(Self.record)
    }

    /// A person's newest purchases that were assessed with an earlier profile and are not deleted, oldest first.
    package static func judged(
        before version: Int64, of account: AccountID, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [PurchaseRecord] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM (
                SELECT \(raw: Self.columns), profile_version, bought_on, receipt_id FROM purchases
                WHERE account_id = \(account.uuid) AND deleted_at IS NULL
                ORDER BY bought_on DESC, receipt_id DESC LIMIT \(limit)) AS newest
            WHERE profile_version < \(version)
            ORDER BY bought_on, receipt_id
            """
        ).map(Self.record)
    }

    /// A person's purchases that another version of the lexicon or dish table assessed, not deleted.
    ///
    /// - Returns: The given purchase first, then the oldest; empty if it has changed or was assessed again.
    package static func judged(
        otherwiseThan knowledge: String, startingWith due: KnowledgeRepository.Due, limit: Int,
        in transaction: borrowing Transaction
    ) async throws -> [PurchaseRecord] {
        let found = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM purchases
            WHERE account_id = \(due.account.uuid) AND deleted_at IS NULL
                AND judged ->> 'knowledgeVersion' <> \(knowledge)
            ORDER BY receipt_id = \(due.id) DESC, bought_on, receipt_id LIMIT \(limit)
            """
        ).map(Self.record)
        let first = found.first?.judged
        return first?.receiptID.uuid == due.id && first?.version == due.version ? found : []
    }

    /// A person's newest purchases that are not deleted, oldest first.
    package static func newest(
        of account: AccountID, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [PurchaseRecord] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM (
                SELECT \(raw: Self.columns), bought_on, receipt_id FROM purchases
                WHERE account_id = \(account.uuid) AND deleted_at IS NULL
                ORDER BY bought_on DESC, receipt_id DESC LIMIT \(limit)) AS newest
            ORDER BY bought_on, receipt_id
            """
        ).map(Self.record)
    }

    /// Stores the current state of a purchase.
    package static func save(_ record: PurchaseRecord, in transaction: borrowing Transaction) throws {
        let judged = record.judged, notified = try PostgresJSON(record.notified)
        let body = PostgresJSON(utf8: try EventCoding.encode(judged))
        try transaction.executeLater(
            """
            INSERT INTO purchases (
                receipt_id, account_id, version, receipt_version, profile_version, bought_on, deleted_at, record,
                    judged,
                told)
            VALUES (
                \(judged.receiptID.uuid), \(judged.accountID.uuid), \(judged.version), \(judged.receiptVersion),
                \(judged.profileVersion), \(judged.boughtOn.description)::text::date, \(judged.deletedAt),
                \(record.record.bytes), \(body), \(notified))
            ON CONFLICT (receipt_id) DO UPDATE SET
                version = EXCLUDED.version, receipt_version = EXCLUDED.receipt_version,
                profile_version = EXCLUDED.profile_version, bought_on = EXCLUDED.bought_on,
                deleted_at = EXCLUDED.deleted_at, record = EXCLUDED.record, judged = EXCLUDED.judged,
                told = EXCLUDED.told
            WHERE purchases.account_id = EXCLUDED.account_id
            """)
    }

    /// All purchases as last assessed, including deleted ones, in the order of their ids.
    ///
    /// - Parameters:
    ///   - cursor: The id after which to begin; nil for the beginning.
    ///   - limit: Maximum number.
    ///   - transaction: The transaction for reading.
    /// - Returns: A page; the last one is shorter.
    /// - Throws: A `PostgresError`.
    package static func page(
        after cursor: ReceiptID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [PurchaseJudged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM purchases
            WHERE \(cursor?.uuid)::uuid IS NULL OR receipt_id > \(cursor?.uuid)
            ORDER BY receipt_id LIMIT \(limit)
            """
        ).map { try Self.record($0).judged }
    }

    /// Permanently deletes purchases that were deleted before an instant.
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM purchases WHERE deleted_at < \(limit)")
    }

    private static func record(_ row: PostgresRow) throws -> PurchaseRecord {
        let (record, judged, notified) = try row.decode([UInt8].self, PostgresJSON.self, PostgresJSON.self)
        return PurchaseRecord(
            judged: try EventCoding.decode(PurchaseJudged.self, from: judged.utf8), record: Sealed(bytes: record),
            notified: try notified.value())
    }
}
