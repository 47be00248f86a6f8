import EventContracts
import Foundation
import Postgres

/// Retention periods.
package struct Retention: Sendable, Equatable {
    /// Retention of pending operations: after it the command is deleted from its topic and cannot be answered.
    package var pendingOperations = Duration.seconds(Topic.allergenCommands.retentionDays * 86_400)
    /// Retention of ended operations, idempotency keys, feed entries and ended sessions.
    package var history = Duration.seconds(30 * 86_400)
    /// Retention of photos of finished scans.
    package var photos = Duration.seconds(30 * 86_400)
    /// Time within which deleted resources can be restored.
    package var deleted = Duration.seconds(CommandAcceptor.restorable)
    /// Retention of replaced versions of meals.
    package var versions = Self.olderVersions
    /// Retention of the daily counts of promotions.
    package var promotionCounts = Duration.seconds(400 * 86_400)

    /// Retention of older versions of meals: 90 days.
    package static let olderVersions = Duration.seconds(90 * 86_400)

    package init() {}
}

/// One round of data retention; several gateway instances may run rounds at the same time.
package struct RetentionRound: Sendable {
    /// Maximum number of rows per statement, so that none holds locks for long.
    package static let batch = 1_000

    package let now: Date
    package let retention: Retention
    package let database: PostgresPool

    package init(now: Date, retention: Retention, database: PostgresPool) {
        self.now = now
        self.retention = retention
        self.database = database
    }

    /// Operations and sessions that ended before this time are deleted.
    package var historyLimit: Date { now - retention.history.timeInterval }

    /// Repeats a deletion in batches until nothing is left.
    ///
    /// - Parameters:
    ///   - limit: Older rows are deleted.
    ///   - delete: Deletes at most a number of rows, and returns how many.
    /// - Throws: The error of `delete`.
    package func delete(
        before limit: Date, _ delete: (_ limit: Date, _ maxCount: Int, _ database: PostgresPool) async throws -> Int
    ) async throws {
        while try await delete(limit, Self.batch, database) == Self.batch {}
    }
}
