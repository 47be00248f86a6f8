import EventContracts
import Foundation
import NotificationRules
import Postgres

/// A notice that may need a delivery outside the inbox.
package struct DueDelivery: Sendable {
    let notice: NoticeID
    let account: AccountID
    let version: Int64
    let kind: NotificationKind
    let isUrgent: Bool
}

/// When notices are due for a decision on their delivery.
package enum DueDeliveryRepository {
    /// Records that a notice is new or changed, for accounts with a channel outside the inbox; older queued messages
    /// are dropped.
    package static func note(_ notice: Notice, at now: Date, in transaction: borrowing Transaction) throws {
        let kind = NotificationKind(notice), isUrgent = kind.pressure == .safety
        try transaction.executeLater(
            """
            INSERT INTO tellings (notice_id, account_id, notice_version, kind, is_urgent, next_at)
            SELECT \(notice.noticeID.uuid), \(notice.accountID.uuid), \(notice.version), \(kind), \(isUrgent), \(now)
            WHERE EXISTS (SELECT FROM targets WHERE account_id = \(notice.accountID.uuid))
            ON CONFLICT (notice_id) DO UPDATE SET
                notice_version = EXCLUDED.notice_version, kind = EXCLUDED.kind, is_urgent = EXCLUDED.is_urgent,
                next_at = EXCLUDED.next_at
            """)
        guard notice.version > 1 else { return }
        try transaction.executeLater(
            """
            UPDATE deliveries SET state = 'unneeded'
            WHERE notice_id = \(notice.noticeID.uuid) AND state = 'queued' AND notice_version < \(notice.version)
            """)
    }

    /// Records new notices, all in one statement; each is the first one about its cause.
    static func note(new notices: [Notice], at now: Date, in transaction: borrowing Transaction) async throws {
        guard !notices.isEmpty else { return }
        let kinds = notices.map { NotificationKind($0) }
        try await transaction.execute(
            """
            INSERT INTO tellings (notice_id, account_id, notice_version, kind, is_urgent, next_at)
            SELECT notice_id, account_id, 1, kind, is_urgent, \(now)
            FROM unnest(
                \(notices.map(\.noticeID.uuid)), \(notices.map(\.accountID.uuid)), \(kinds.map(\.rawValue)),
                \(kinds.map { $0.pressure == .safety })
            ) AS new (notice_id, account_id, kind, is_urgent)
            WHERE EXISTS (SELECT FROM targets WHERE targets.account_id = new.account_id)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Records that a notice was seen or dismissed: nothing more is sent, and sent messages are marked as delivered.
    package static func see(_ notice: NoticeID, in transaction: borrowing Transaction) throws {
        try transaction.executeLater("UPDATE tellings SET next_at = NULL WHERE notice_id = \(notice.uuid)")
        try transaction.executeLater(
            """
            UPDATE deliveries SET state = CASE state WHEN 'queued' THEN 'unneeded' ELSE 'delivered' END
            WHERE notice_id = \(notice.uuid) AND state IN ('queued', 'sent')
            """)
    }

    /// The due decisions; locked until the transaction ends, skipping locked ones.
    static func due(
        isUrgent: Bool, at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [DueDelivery] {
        try await transaction.query(
            """
            SELECT notice_id, account_id, notice_version, kind, is_urgent FROM tellings
            WHERE is_urgent = \(isUrgent) AND next_at <= \(now)
            ORDER BY next_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
        ).map { row in
            let (notice, account, version, kind, isUrgent) = try row.decode(
                UUID.self, UUID.self, Int64.self, NotificationKind.self, Bool.self)
            return DueDelivery(
                notice: NoticeID(notice), account: AccountID(account), version: version, kind: kind,
                isUrgent: isUrgent)
        }
    }

    /// Stores the times of the next decisions.
    static func postpone(_ next: [NoticeID: Date?], in transaction: borrowing Transaction) async throws {
        guard !next.isEmpty else { return }
        let rows = Array(next)
        try await transaction.execute(
            """
            UPDATE tellings SET next_at = due.next_at
            FROM unnest(\(rows.map(\.key.uuid)), \(rows.map(\.value))) AS due (notice_id, next_at)
            WHERE tellings.notice_id = due.notice_id
            """)
    }

    /// Makes the next decision due at once for notices with a failed message, if a decision is left.
    static func hasten(_ notices: [NoticeID], at now: Date, in transaction: borrowing Transaction) async throws {
        guard !notices.isEmpty else { return }
        try await transaction.execute(
            """
            UPDATE tellings SET next_at = \(now)
            WHERE notice_id = ANY (\(notices.map(\.uuid))) AND next_at > \(now)
            """)
    }
}
