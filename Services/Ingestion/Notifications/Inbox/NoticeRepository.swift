import EventContracts
import Foundation
import IngestionCore
import Postgres

/// Notices in the table `documents`, by their read state.
enum NoticeRepository {
    /// Maximum that the count of unread notices reaches.
    static let maxCounted = 100

    /// The number of unread notices, at most `maxCounted`.
    static func unread(of account: AccountID, in database: some PostgresQuerying) async throws -> Int {
        let rows = try await database.query(
            """
            SELECT count(*) FROM (
                SELECT FROM documents WHERE owner = \(account.uuid) AND kind = \(ResourceKind.notification.rawValue)
                    AND deleted_at IS NULL AND body -> 'notice' ->> 'readAt' IS NULL
                LIMIT \(maxCounted)
            ) AS unread
            """)
        let count: Int64 = try rows[0].decode(Int64.self)
        return Int(count)
    }

    /// Unread notices up to a time, the oldest first.
    static func unread(
        of account: AccountID, through end: Date, limit: Int, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [NoticeID] {
        try await database.query(
            """
            SELECT id FROM documents WHERE owner = \(account.uuid) AND kind = \(ResourceKind.notification.rawValue)
                AND deleted_at IS NULL AND body -> 'notice' ->> 'readAt' IS NULL AND sort_key <= \(end.microseconds)
            ORDER BY sort_key, id LIMIT \(limit)
            """
        ).map { NoticeID(try $0.decode(UUID.self)) }
    }
}
