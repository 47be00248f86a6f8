import EventContracts
import Foundation
import IngestionCore
import Postgres
import Quantities

/// The table `grant_comments`.
enum GrantCommentRepository {
    /// Inserts a comment.
    ///
    /// - Returns: False if the grant has the maximum number.
    static func insert(_ comment: GrantComment, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.lockCount(of: "grant_comments", comment.owner)
        return try await transaction.execute(
            """
            INSERT INTO grant_comments (comment_id, grant_id, owner_id, author_id, text_sealed, about_day, about_meal,
                written_at)
            SELECT \(comment.id.uuid), \(comment.grant.uuid), \(comment.owner.uuid), \(comment.author.uuid),
                \(comment.text), \(comment.about?.day?.description)::text::date, \(comment.about?.meal?.uuid),
                \(comment.writtenAt)
            WHERE (
                SELECT count(*) FROM grant_comments WHERE grant_id = \(comment.grant.uuid)
            ) < \(Int64(GrantComment.maxPerGrant))
            """) == 1
    }

    /// The comments on a grant, the newest first.
    static func list(
        of grant: GrantID, before cursor: PageCursor?, limit: Int, in database: some PostgresQuerying
    ) async throws -> [GrantComment] {
        let place = cursor.map { Date(timeIntervalSince1970: Double($0.sortKey) / 1_000_000) }
        return try await database.query(
            """
            SELECT comment_id, grant_id, owner_id, author_id, text_sealed, about_day::text, about_meal, written_at
            FROM grant_comments
            WHERE grant_id = \(grant.uuid)
                AND (\(place)::timestamptz IS NULL OR (written_at, comment_id) < (\(place), \(cursor?.id)))
            ORDER BY written_at DESC, comment_id DESC LIMIT \(limit)
            """
        ).map(comment)
    }

    /// Deletes a comment of an author while its grant is active.
    ///
    /// - Returns: False if they have no such comment.
    static func remove(
        _ id: GrantCommentID, by author: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.execute(
            """
            DELETE FROM grant_comments USING grants
            WHERE comment_id = \(id.uuid) AND author_id = \(author.uuid)
                AND grants.grant_id = grant_comments.grant_id AND state = 'active' AND expires_at > \(now)
            """) == 1
    }

    private static func comment(_ row: PostgresRow) throws -> GrantComment {
        let day = try row.decode("about_day", as: String?.self).flatMap { CalendarDay($0) }
        let meal = try row.decode("about_meal", as: UUID?.self).map { MealID($0) }
        return GrantComment(
            id: GrantCommentID(try row.decode("comment_id", as: UUID.self)),
            grant: GrantID(try row.decode("grant_id", as: UUID.self)),
            owner: AccountID(try row.decode("owner_id", as: UUID.self)),
            author: AccountID(try row.decode("author_id", as: UUID.self)),
            text: try row.decode("text_sealed", as: [UInt8].self),
            about: day.map { .day($0) } ?? meal.map { .meal($0) }, writtenAt: try row.decode("written_at"))
    }
}
