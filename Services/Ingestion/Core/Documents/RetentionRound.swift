import EventContracts
import Foundation
import Postgres

/// How long things are kept.
package struct Retention: Sendable, Equatable {
    /// After this an operation's command is gone from its topic: it is not going to be answered.
    package var pendingOperations = Duration.seconds(Topic.allergenCommands.retentionDays * 86_400)
    /// Ended operations, idempotency keys, feed entries and ended sessions.
    package var history = Duration.seconds(30 * 86_400)
    /// Photos of scans that have ended.
    package var photos = Duration.seconds(30 * 86_400)
    /// What was deleted and can be restored until then.
    package var deleted = Duration.seconds(CommandAcceptor.restorable)
    /// Versions of meals that were followed by others.
    package var versions = Self.olderVersions

    /// How long older versions of meals are kept: 90 days.
    package static let olderVersions = Duration.seconds(90 * 86_400)

    package init() {}
}

/// One round of data retention; copies of the gateway may run rounds at the same time.
package struct RetentionRound: Sendable {
    /// Rows per statement, so that none holds locks for long.
    package static let batch = 1_000

    package let now: Date
    package let retention: Retention
    package let database: PostgresPool

    package init(now: Date, retention: Retention, database: PostgresPool) {
        self.now = now
        self.retention = retention
        self.database = database
    }

    /// Ended operations and sessions from before this time are deleted.
    package var historyLimit: Date { now - retention.history.timeInterval }

    /// Repeats a deletion in batches until nothing is left.
    ///
    /// - Parameters:
    ///   - limit: What is older is deleted.
    ///   - delete: Deletes at most a number of rows, and returns how many.
    /// - Throws: What `delete` throws.
    package func delete(
        before limit: Date, _ delete: (_ limit: Date, _ most: Int, _ database: PostgresPool) async throws -> Int
    ) async throws {
        while try await delete(limit, Self.batch, database) == Self.batch {}
    }
}
