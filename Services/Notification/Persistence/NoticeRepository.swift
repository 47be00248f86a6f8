import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// The inbox of every person.
package enum NoticeRepository {
    private static let ahead = ReadAhead<NoticeID, (owner: AccountID, record: NoticeRecord)>()

    /// Locks the notices of causes in advance, in the order of their ids.
    static func readAhead(_ notices: some Sequence<NoticeID>) -> AheadQuery {
        let notices = Set(notices)
        return Self.ahead.query(
            notices,
            """
            SELECT notice_id, account_id, \(raw: Self.recordColumns) FROM notices
            WHERE notice_id = ANY (\(notices.map(\.uuid))) ORDER BY notice_id FOR UPDATE
            """
        ) { row in
            let (notice, owner, version, causeVersion, causeState, createdAt, readAt, deletedAt) = try row.decode(
                UUID.self, UUID.self, Int64.self, Int64.self, String.self, Date.self, Date?.self, Date?.self)
            let record = NoticeRecord(
                version: version, causeVersion: causeVersion, causeState: causeState, createdAt: createdAt,
                readAt: readAt, deletedAt: deletedAt)
            return (NoticeID(notice), (AccountID(owner), record))
        }
    }

    private static let recordColumns = "version, cause_version, cause_state, created_at, read_at, deleted_at"
    private static let columns = """
        notice_id, account_id, version, kind, cause_id, scan_id, gtin, meal_id, budget_id, product_id, receipt_id,
        payment_id, grant_id, export_id, submission_id, day::text, urgency, text, created_at, read_at, deleted_at,
        deliveries
        """

    /// The notice of a cause, deleted or not; locked until the transaction ends.
    package static func lockRecord(
        _ notice: NoticeID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> NoticeRecord? {
        if let known = Self.ahead.row(notice, in: transaction) {
            return known.flatMap { $0.owner == account ? $0.record : nil }
        }
        let rows = try await transaction.query(
            """
            SELECT \(raw: Self.recordColumns) FROM notices
            WHERE notice_id = \(notice.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """)
        return try rows.first.map { row in
            let (version, causeVersion, causeState, createdAt, readAt, deletedAt) = try row.decode(
                Int64.self, Int64.self, String.self, Date.self, Date?.self, Date?.self)
            return NoticeRecord(
                version: version, causeVersion: causeVersion, causeState: causeState, createdAt: createdAt,
                readAt: readAt, deletedAt: deletedAt)
        }
    }

    /// A notice in the person's inbox; locked until the transaction ends.
    package static func lockLying(
        _ notice: NoticeID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Notice? {
        let rows = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM notices
            WHERE notice_id = \(notice.uuid) AND account_id = \(account.uuid) AND deleted_at IS NULL
            FOR UPDATE
            """)
        return try rows.first.map(Self.notice)
    }

    /// A notice of the person that still has its text, deleted or not; locked until the transaction ends.
    package static func lockReadable(
        _ notice: NoticeID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Notice? {
        let rows = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM notices
            WHERE notice_id = \(notice.uuid) AND account_id = \(account.uuid) AND text IS NOT NULL
            FOR UPDATE
            """)
        return try rows.first.map(Self.notice)
    }

    /// Stores the current state of a notice, with its source.
    package static func save(
        _ notice: Notice, causeVersion: Int64, causeState: String, in transaction: borrowing Transaction
    ) throws {
        Self.ahead.drop(notice.noticeID, in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO notices (
                notice_id, account_id, version, kind, cause_id, scan_id, gtin, meal_id, budget_id, product_id,
                    receipt_id,
                payment_id, grant_id, export_id, submission_id, day, cause_version, cause_state, urgency, text,
                created_at, read_at, deleted_at)
            VALUES (
                \(notice.noticeID.uuid), \(notice.accountID.uuid), \(notice.version), \(notice.kind), \(notice.causeID),
                \(notice.scanID?.uuid), \(notice.gtin?.digits), \(notice.mealID?.uuid), \(notice.budgetID?.uuid),
                \(notice.productID?.uuid), \(notice.receiptID?.uuid), \(notice.paymentID?.uuid),
                    \(notice.grantID?.uuid),
                \(notice.exportID?.uuid), \(notice.submissionID?.uuid), \(notice.day?.description)::text::date,
                \(causeVersion), \(causeState), \(notice.urgency), \(notice.text.bytes), \(notice.createdAt),
                \(notice.readAt), \(notice.deletedAt))
            ON CONFLICT (notice_id) DO UPDATE SET
                version = EXCLUDED.version, cause_version = EXCLUDED.cause_version, cause_state = EXCLUDED.cause_state,
                meal_id = EXCLUDED.meal_id, urgency = EXCLUDED.urgency, text = EXCLUDED.text,
                    read_at = EXCLUDED.read_at,
                deleted_at = EXCLUDED.deleted_at, deliveries = NULL
            """)
    }

    /// Stores the first notices of their causes, all in one statement.
    ///
    /// - Parameters:
    ///   - new: The notices; the cause of each has version 1 and the state "told".
    ///   - transaction: The transaction.
    /// - Returns: The notices that did not exist yet.
    /// - Throws: A `PostgresError`.
    static func add(_ new: [Notice], in transaction: borrowing Transaction) async throws -> Set<NoticeID> {
        guard !new.isEmpty else { return [] }
        for notice in new { Self.ahead.drop(notice.noticeID, in: transaction) }
        let rows = try await transaction.query(
            """
            INSERT INTO notices (
                notice_id, account_id, version, kind, cause_id, day, cause_version, cause_state, urgency, text,
                created_at)
            SELECT notice_id, account_id, 1, kind, cause_id, day::date, 1, 'told', urgency, text, created_at
            FROM unnest(
                \(new.map(\.noticeID.uuid)), \(new.map(\.accountID.uuid)), \(new.map(\.kind.rawValue)),
                \(new.map(\.causeID)), \(new.map { $0.day?.description }), \(new.map(\.urgency.rawValue)),
                \(new.map(\.text.bytes)), \(new.map(\.createdAt))
            ) AS new (notice_id, account_id, kind, cause_id, day, urgency, text, created_at)
            ON CONFLICT DO NOTHING
            RETURNING notice_id
            """)
        return Set(try rows.map { NoticeID(try $0.decode(UUID.self)) })
    }

    /// Stores when a notice was read or deleted, with its new version.
    package static func mark(_ notice: Notice, in transaction: borrowing Transaction) throws {
        Self.ahead.drop(notice.noticeID, in: transaction)
        try transaction.executeLater(
            """
            UPDATE notices
            SET version = \(notice.version), read_at = \(notice.readAt), deleted_at = \(notice.deletedAt)
            WHERE notice_id = \(notice.noticeID.uuid)
            """)
    }

    /// Stores the deliveries of a notice, with its new version.
    static func prove(_ notice: Notice, in transaction: borrowing Transaction) throws {
        Self.ahead.drop(notice.noticeID, in: transaction)
        try transaction.executeLater(
            """
            UPDATE notices SET version = \(notice.version),
                deliveries = \(try notice.deliveries.map { try PostgresJSON($0) })
            WHERE notice_id = \(notice.noticeID.uuid)
            """)
    }

    /// A page of notices that still have their text, in the order of their ids.
    package static func page(
        after cursor: NoticeID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [Notice] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM notices
            WHERE text IS NOT NULL AND (\(cursor?.uuid)::uuid IS NULL OR notice_id > \(cursor?.uuid))
            ORDER BY notice_id LIMIT \(limit)
            """
        ).map(Self.notice)
    }

    /// Deletes the text of notices deleted before an instant; the rows are kept, so that their version numbers
    /// continue.
    @discardableResult
    package static func clear(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            "UPDATE notices SET text = NULL WHERE deleted_at < \(limit) AND text IS NOT NULL")
    }

    private static func notice(_ row: PostgresRow) throws -> Notice {
        let (
            id, account, version, kind, cause, scan, gtin, meal, budget, product, receipt, payment, grant, export,
            submission, day, urgency, text, createdAt, readAt, deletedAt, deliveries
        ) = try row.decode(
            UUID.self, UUID.self, Int64.self, NoticeKind.self, String.self, UUID?.self, String?.self, UUID?.self,
            UUID?.self, UUID?.self, UUID?.self, UUID?.self, UUID?.self, UUID?.self, UUID?.self, String?.self,
            Notice.Urgency.self, [UInt8].self, Date.self, Date?.self, Date?.self, PostgresJSON?.self)
        return Notice(
            accountID: AccountID(account), noticeID: NoticeID(id), version: version, kind: kind, causeID: cause,
            scanID: scan.map(ScanID.init), gtin: gtin.flatMap({ GTIN($0) }), mealID: meal.map(MealID.init),
            budgetID: budget.map(BudgetID.init), productID: product.map(PurchasedProductID.init),
            receiptID: receipt.map(ReceiptID.init), paymentID: payment.map(PaymentID.init),
            grantID: grant.map(GrantID.init), exportID: export.map(ExportID.init),
            submissionID: submission.map(FoodSubmissionID.init), day: day.flatMap { CalendarDay($0) },
            urgency: urgency, text: Sealed(bytes: text), createdAt: createdAt, readAt: readAt, deletedAt: deletedAt,
            deliveries: try deliveries?.value(as: [NoticeDelivery].self))
    }
}

extension NoticeKind: PostgresEncodable, PostgresDecodable {}
extension Notice.Urgency: PostgresEncodable, PostgresDecodable {}
