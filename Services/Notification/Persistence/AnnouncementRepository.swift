import EventContracts
import Messaging
import Foundation
import Postgres

/// Announcements and the progress of their delivery.
enum AnnouncementRepository {
    /// An announcement that has not been delivered to everyone yet.
    struct Open: Sendable {
        let id: AnnouncementID
        let kind: AnnouncementKind
        /// The texts by language.
        let texts: [String: AnnouncementMade.Words]
        /// Accounts up to this one were notified.
        let upTo: AccountID?
    }

    /// Stores an announcement or its withdrawal; the progress of its delivery is kept.
    static func save(_ announcement: AnnouncementMade, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO announcements (announcement_id, kind, texts, made_at, ends_at, withdrawn_at)
            VALUES (
                \(announcement.announcementID.uuid), \(announcement.kind.rawValue),
                \(try PostgresJSON(announcement.texts)), \(announcement.madeAt), \(announcement.endsAt),
                \(announcement.withdrawnAt))
            ON CONFLICT (announcement_id) DO UPDATE SET
                ends_at = EXCLUDED.ends_at,
                withdrawn_at = COALESCE(announcements.withdrawn_at, EXCLUDED.withdrawn_at)
            """)
    }

    /// The oldest announcement in progress; locked until the transaction ends, skipped if already locked.
    static func open(at now: Date, in transaction: borrowing Transaction) async throws -> Open? {
        try await transaction.query(
            """
            SELECT announcement_id, kind, texts, told_upto FROM announcements
            WHERE told_at IS NULL AND withdrawn_at IS NULL AND ends_at > \(now) AND made_at <= \(now)
            ORDER BY made_at, announcement_id LIMIT 1 FOR UPDATE SKIP LOCKED
            """
        ).first.map { row in
            let (id, kind, texts, upTo) = try row.decode(
                UUID.self, AnnouncementKind.self, PostgresJSON.self, UUID?.self)
            return Open(
                id: AnnouncementID(id), kind: kind, texts: try texts.value(as: [String: AnnouncementMade.Words].self),
                upTo: upTo.map(AccountID.init))
        }
    }

    /// Stores the progress.
    ///
    /// - Parameters:
    ///   - account: The last account notified, if any.
    ///   - announcement: The announcement.
    ///   - isDone: Whether all accounts were notified.
    ///   - now: The time.
    ///   - transaction: The transaction that notified them.
    /// - Throws: If the statement cannot be encoded.
    static func advance(
        upTo account: AccountID?, _ announcement: AnnouncementID, isDone: Bool, at now: Date,
        in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            UPDATE announcements
            SET told_upto = COALESCE(\(account?.uuid), told_upto), told_at = \(isDone ? now : nil)
            WHERE announcement_id = \(announcement.uuid)
            """)
    }

    /// Removes announcements that ended before a time.
    @discardableResult
    static func prune(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM announcements WHERE ends_at < \(limit)")
    }
}

extension AnnouncementKind: PostgresDecodable {}
