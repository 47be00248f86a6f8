import EventContracts
import Foundation
import IngestionCore
import Postgres
import Sealing

/// The table `import_queue`.
enum ImportQueueRepository {
    /// A queued purchase.
    struct Waiting: Sendable {
        let position: Int64
        let account: AccountID
        let receipt: ReceiptID
        let record: Sealed<ReceiptRecord>
        let correlationID: UUID
    }

    /// Queues purchases of an account after its earlier ones.
    static func add(
        _ purchases: [(receipt: ReceiptID, record: Sealed<ReceiptRecord>)], of account: AccountID, partition: Int32,
        correlationID: UUID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let receipts = purchases.map(\.receipt.uuid.uuidString), records = purchases.map(\.record.bytes)
        try await transaction.execute(
            """
            INSERT INTO import_queue (account_id, receipt_id, partition, record_sealed, correlation_id, queued_at)
            SELECT \(account.uuid), receipt_id::uuid, \(partition), record, \(correlationID), \(now)
            FROM unnest(\(receipts), \(records)) WITH ORDINALITY AS added (receipt_id, record, place)
            ORDER BY place
            """)
    }

    /// Whether the queue is empty and no purchase is in progress.
    static func isEmpty(in database: some PostgresQuerying) async throws -> Bool {
        try await database.query("SELECT 1 FROM import_queue LIMIT 1").isEmpty
    }

    /// Locks the queue for the rest of the transaction; false if another gateway instance has it.
    static func lock(in transaction: borrowing Transaction) async throws -> Bool {
        let rows = try await transaction.query(
            "SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.import_queue'))")
        return try rows.first?.decode(Bool.self) ?? false
    }

    /// Removes purchases that exist already, and those whose command was appended before `limit`.
    static func removeDone(orderedBefore limit: Date, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            DELETE FROM import_queue WHERE ordered_at IS NOT NULL AND (
                ordered_at < \(limit)
                OR EXISTS (
                    SELECT FROM documents WHERE kind = \(ResourceKind.receipt.rawValue)
                        AND id = import_queue.receipt_id))
            """)
    }

    /// Takes the next purchases: fills each partition up to `window`, alternating between accounts.
    static func takeNext(
        window: Int, at now: Date, in transaction: borrowing Transaction
    ) async throws -> [Waiting] {
        let rows = try await transaction.query(
            """
            WITH heads AS (
                SELECT head.*, row_number() OVER (PARTITION BY head.account_id ORDER BY head.position) AS turn
                FROM (SELECT DISTINCT account_id FROM import_queue) AS accounts
                CROSS JOIN LATERAL (
                    SELECT position, account_id, partition FROM import_queue
                    WHERE account_id = accounts.account_id AND ordered_at IS NULL
                    ORDER BY position LIMIT \(window)) AS head
            ), counts AS (
                SELECT partition, count(*) AS under_way FROM import_queue WHERE ordered_at IS NOT NULL
                    GROUP BY partition
            ), ranked AS (
                SELECT position, row_number() OVER (PARTITION BY heads.partition ORDER BY turn, position) AS place,
                    coalesce(under_way, 0) AS under_way
                FROM heads LEFT JOIN counts ON counts.partition = heads.partition
            )
            UPDATE import_queue SET ordered_at = \(now)
            FROM ranked
            WHERE import_queue.position = ranked.position AND place + under_way <= \(window)
            RETURNING import_queue.position, account_id, receipt_id, record_sealed, correlation_id
            """)
        return try rows.map { row in
            let (position, account, receipt, record, correlationID) = try row.decode(
                Int64.self, UUID.self, UUID.self, [UInt8].self, UUID.self)
            return Waiting(
                position: position, account: AccountID(account), receipt: ReceiptID(receipt),
                record: Sealed(bytes: record), correlationID: correlationID)
        }.sorted { $0.position < $1.position }
    }
}
