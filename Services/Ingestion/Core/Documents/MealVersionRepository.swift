import EventContracts
import Foundation
import Postgres
import Quantities

/// A past version of a meal.
package struct MealVersion: Sendable {
    package let version: Int64
    /// The time since which the version was current.
    package let saidAt: Date
    /// The data of the event, with words still sealed.
    package let body: [UInt8]
}

/// The table `meal_versions`: the diary at past instants.
package enum MealVersionRepository {
    /// Maximum number of versions returned for one meal.
    package static let maxVersions = 100

    /// Stores a version; storing it again changes nothing.
    package static func keeping(_ document: Document, at instant: Date) -> SQL {
        """
        INSERT INTO meal_versions (account_id, meal_id, version, sort_key, said_at, deleted_at, body)
        VALUES (\(document.owner.uuid), \(document.resource.id), \(document.version), \(document.sortKey), \(instant),
            \(document.deletedAt), \(String(decoding: document.body, as: UTF8.self))::json)
        ON CONFLICT (account_id, meal_id, version) DO NOTHING
        """
    }

    /// A meal as it was at an instant; nil if it did not exist or was deleted.
    package static func read(
        _ meal: MealID, of account: AccountID, at instant: Date, in database: some PostgresQuerying
    ) async throws -> MealVersion? {
        try await database.lookUp(
            """
            SELECT version, said_at, body::text FROM (
                SELECT version, said_at, body, deleted_at FROM meal_versions
                WHERE account_id = \(account.uuid) AND meal_id = \(meal.uuid) AND said_at <= \(instant)
                ORDER BY version DESC LIMIT 1) AS newest
            WHERE deleted_at IS NULL
            """
        ).first.map(version)
    }

    /// The meals of a day as they were at an instant, in the order of their times.
    package static func list(
        on day: CalendarDay, of account: AccountID, at instant: Date, in database: some PostgresQuerying
    ) async throws -> [MealVersion] {
        let (first, last) = (day.start.microseconds, day.end.microseconds)
        return try await database.lookUp(
            """
            SELECT version, said_at, body::text FROM (
                SELECT DISTINCT ON (meal_id) version, said_at, body, deleted_at, sort_key FROM meal_versions
                WHERE account_id = \(account.uuid) AND said_at <= \(instant) AND meal_id IN (
                    SELECT meal_id FROM meal_versions
                    WHERE account_id = \(account.uuid) AND sort_key BETWEEN \(first) AND \(last))
                ORDER BY meal_id, version DESC) AS newest
            WHERE deleted_at IS NULL AND sort_key BETWEEN \(first) AND \(last)
            ORDER BY sort_key, version
            """
        ).map(version)
    }

    /// The stored versions of a meal, the newest first, including deletions.
    package static func list(
        of meal: MealID, _ account: AccountID, in database: some PostgresQuerying
    ) async throws -> [MealVersion] {
        try await database.lookUp(
            """
            SELECT version, said_at, body::text FROM meal_versions
            WHERE account_id = \(account.uuid) AND meal_id = \(meal.uuid)
            ORDER BY version DESC LIMIT \(maxVersions)
            """
        ).map(version)
    }

    /// Deletes versions that were no longer current at an instant: replaced ones, and those of deleted meals.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM meal_versions WHERE (account_id, meal_id, version) IN (
                SELECT account_id, meal_id, version FROM meal_versions AS old
                WHERE said_at < \(limit) AND (deleted_at IS NOT NULL OR EXISTS (
                    SELECT FROM meal_versions AS newer
                    WHERE newer.account_id = old.account_id AND newer.meal_id = old.meal_id
                        AND newer.version > old.version AND newer.said_at < \(limit)))
                LIMIT \(maxCount))
            """)
    }

    private static func version(_ row: PostgresRow) throws -> MealVersion {
        let (version, saidAt, body) = try row.decode(Int64.self, Date.self, String.self)
        return MealVersion(version: version, saidAt: saidAt, body: Array(body.utf8))
    }
}
