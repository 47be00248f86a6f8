import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// A stored purchase.
package struct StoredReceipt: Sendable {
    package var published: ReceiptChanged
    /// Whether the person stated that it is not a duplicate.
    package var isNoDuplicate: Bool
}

/// The purchases of each person.
package enum ReceiptRepository {
    private static let columns = """
        account_id, receipt_id, version, source, outcome, advice, photos, record, ledger, to_char(day, 'YYYY-MM-DD'),
        items_match_total, twin, is_no_duplicate, recorded_at, changed_at, deleted_at,
        EXISTS (SELECT 1 FROM receipt_changes WHERE receipt_changes.receipt_id = receipts.receipt_id)
        """

    /// A purchase of the person, deleted or not; locked until the transaction ends.
    package static func lock(
        _ receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> StoredReceipt? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM receipts
            WHERE receipt_id = \(receipt.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """
        ).first.map(Self.receipt)
    }

    /// Stores the current state of a purchase.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ receipt: StoredReceipt, in transaction: borrowing Transaction) async throws -> Bool {
        let published = receipt.published
        let advice = try PostgresJSON(published.advice), photos = try PostgresJSON(published.photos)
        let twin = try published.twin.map { try PostgresJSON($0) }
        let isSaved =
            try await transaction.execute(
                """
                INSERT INTO receipts (
                    account_id, receipt_id, version, source, outcome, advice, photos, record, ledger, day,
                    items_match_total, twin, is_no_duplicate, recorded_at, changed_at, deleted_at)
                VALUES (
                    \(published.accountID.uuid), \(published.receiptID.uuid), \(published.version),
                    \(published.source), \(published.outcome),
                    \(advice), \(photos), \(published.record.bytes), \(published.ledger.bytes),
                    \(published.day?.description)::text::date, \(published.itemsMatchTotal), \(twin),
                    \(receipt.isNoDuplicate),
                    \(published.recordedAt), \(published.changedAt), \(published.deletedAt))
                ON CONFLICT (receipt_id) DO UPDATE SET
                    version = EXCLUDED.version, outcome = EXCLUDED.outcome, advice = EXCLUDED.advice,
                    record = EXCLUDED.record, ledger = EXCLUDED.ledger, day = EXCLUDED.day,
                    items_match_total = EXCLUDED.items_match_total, twin = EXCLUDED.twin,
                    is_no_duplicate = EXCLUDED.is_no_duplicate, changed_at = EXCLUDED.changed_at,
                    deleted_at = EXCLUDED.deleted_at
                WHERE receipts.account_id = EXCLUDED.account_id
                """) == 1
        guard isSaved else { return false }
        for photo in published.photos {
            try transaction.executeLater(
                """
                INSERT INTO receipt_photos (account_id, digest, receipt_id)
                VALUES (\(published.accountID.uuid), \(photo.digest),
                \(published.receiptID.uuid)) ON CONFLICT DO NOTHING
                """)
        }
        return true
    }

    /// Maximum number of purchases that a new one is compared with: more than a person makes in a day, and each must be
    /// decrypted.
    package static let maxAlike = 64

    /// Possible duplicates of a purchase: those with one of its photos, or of its day; at most `maxAlike`, the newest.
    package static func alike(
        _ receipt: ReceiptID, day: CalendarDay?, digests: Set<String>, of account: AccountID,
        in transaction: borrowing Transaction
    ) async throws -> [ReceiptChanged] {
        try await transaction.query(
            """
            WITH pictured AS (
                SELECT receipt_id FROM receipt_photos
                WHERE account_id = \(account.uuid) AND digest = ANY (\(digests.sorted()))
            )
            SELECT \(raw: Self.columns) FROM receipts
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL AND receipt_id <> \(receipt.uuid) AND (
                day = \(day?.description)::text::date OR receipt_id IN (SELECT receipt_id FROM pictured))
            ORDER BY receipt_id IN (SELECT receipt_id FROM pictured) DESC, recorded_at DESC, receipt_id
            LIMIT \(Self.maxAlike)
            """
        ).map { try Self.receipt($0).published }
    }

    /// The ledgers of a person's purchases in a range of days, with their ids.
    package static func ledgers(
        of account: AccountID, in days: ClosedRange<CalendarDay>, in transaction: borrowing Transaction
    ) async throws -> [(id: ReceiptID, ledger: Sealed<String>)] {
        try await transaction.query(
            """
            SELECT receipt_id, ledger FROM receipts
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL
                AND day BETWEEN \(days.lowerBound.description)::text::date
                    AND \(days.upperBound.description)::text::date
            ORDER BY day, receipt_id
            """
        ).map { row in
            let (id, ledger) = try row.decode(UUID.self, [UInt8].self)
            return (ReceiptID(id), Sealed(bytes: ledger))
        }
    }

    /// The day of a purchase of the person; nil if the day is unknown, or the purchase is deleted or missing.
    package static func day(
        of receipt: ReceiptID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> CalendarDay? {
        try await transaction.query(
            """
            SELECT to_char(day, 'YYYY-MM-DD') FROM receipts
            WHERE receipt_id = \(receipt.uuid) AND account_id = \(account.uuid) AND deleted_at IS NULL
            """
        ).first?.decode(String?.self).map { try CalendarDay(stored: $0) }
    }

    /// Stores the state of a purchase before a change.
    package static func remember(_ receipt: StoredReceipt, at now: Date, in transaction: borrowing Transaction) throws {
        let published = receipt.published
        try transaction.executeLater(
            """
            INSERT INTO receipt_changes (receipt_id, version, record, was_deleted, changed_at, is_no_duplicate)
            VALUES (
                \(published.receiptID.uuid), \(published.version), \(published.record.bytes),
                \(published.deletedAt != nil), \(now),
                \(receipt.isNoDuplicate))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Returns and removes the state before the latest change; nil if there is nothing to undo.
    package static func takeLastChange(
        of receipt: ReceiptID, in transaction: borrowing Transaction
    ) async throws -> (record: Sealed<ReceiptRecord>, wasDeleted: Bool, isNoDuplicate: Bool?, isLast: Bool)? {
        let rows = try await transaction.query(
            """
            DELETE FROM receipt_changes WHERE receipt_id = \(receipt.uuid) AND version = (
                SELECT max(version) FROM receipt_changes WHERE receipt_id = \(receipt.uuid))
            RETURNING record, was_deleted, is_no_duplicate, (
                SELECT count(*) FROM receipt_changes WHERE receipt_id = \(receipt.uuid)) < 2
            """)
        return try rows.first.map { row in
            let (record, wasDeleted, isNoDuplicate, isLast) = try row.decode(
                [UInt8].self, Bool.self, Bool?.self, Bool.self)
            return (Sealed(bytes: record), wasDeleted, isNoDuplicate, isLast)
        }
    }

    /// A page of purchases, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: ReceiptID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ReceiptChanged] {
        try await transaction.page(
            of: Self.columns, from: "receipts", by: "receipt_id", after: cursor?.uuid, limit: limit
        ).map { try Self.receipt($0).published }
    }

    /// Deletes purchases and undo data after their retention.
    package static func remove(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM receipts WHERE deleted_at < \(limit)")
        try await database.execute("DELETE FROM receipt_changes WHERE changed_at < \(limit)")
    }

    private static func receipt(_ row: PostgresRow) throws -> StoredReceipt {
        let (
            account, id, version, source, outcome, advice, photos, record, ledger, day, matches, twin, isNoDuplicate,
            recordedAt, changedAt, deletedAt, canUndo
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, ReceiptSource.self, LabelRead.Outcome?.self, PostgresJSON.self,
            PostgresJSON.self, [UInt8].self, [UInt8].self, String?.self, Bool?.self, PostgresJSON?.self, Bool.self,
            Date.self, Date.self, Date?.self, Bool.self)
        let published = ReceiptChanged(
            accountID: AccountID(account), receiptID: ReceiptID(id), version: version, source: source,
            outcome: outcome, advice: try advice.value(), photos: try photos.value(), record: Sealed(bytes: record),
            ledger: Sealed(bytes: ledger), day: try day.map(CalendarDay.init(stored:)), itemsMatchTotal: matches,
            twin: try twin?.value(), canUndo: canUndo, recordedAt: recordedAt, changedAt: changedAt,
            deletedAt: deletedAt)
        return StoredReceipt(published: published, isNoDuplicate: isNoDuplicate)
    }
}
