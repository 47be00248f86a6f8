import EventContracts
import Foundation
import Postgres

/// Starts a new epoch in a restored database: every schema gets an epoch derived from the clock, and every consumer
/// requires at least that epoch.
///
/// Records in the log that were written after the backup are ignored, and all retained outbox rows are sent again.
struct Restoration: Sendable {
    let database: OperatorDatabase

    /// The roles of services that have open database sessions; services must not run while epochs change.
    ///
    /// - Throws: `PostgresError`.
    func connectedServices() async throws -> [String] {
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        return try await session.query(
            """
            SELECT DISTINCT usename::text FROM pg_stat_activity
            WHERE datname = current_database() AND usename = ANY (\(Topic.services)) ORDER BY usename
            """
        ).map { try $0.decode(String.self) }
    }

    /// Sets the epoch in every schema, all or none.
    ///
    /// - Parameter now: The current time; the epoch is its milliseconds since 1970, which exceeds any epoch reached by
    ///   counting.
    /// - Returns: the epoch.
    /// - Throws: `PostgresError`.
    func run(now: Date) async throws -> Int64 {
        let clock = Int64(now.timeIntervalSince1970 * 1_000)
        let session = try await DedicatedSession.open(database.configuration, statementTimeout: .seconds(600))
        defer { session.close() }
        return try await session.withTransaction { transaction in
            var highest: Int64 = 0
            for service in Topic.services {
                let rows = try await transaction.query(
                    "SELECT epoch FROM \(identifier: service).relay_state FOR UPDATE")
                for row in rows {
                    let epoch = try row.decode(Int64.self)
                    highest = max(highest, epoch)
                }
            }
            let epoch = max(clock, highest + 1)
            for service in Topic.services {
                try await transaction.execute(
                    "UPDATE \(identifier: service).relay_state SET epoch = \(epoch), cluster_id = NULL")
                try await transaction.execute("DELETE FROM \(identifier: service).relay_partitions")
                try await transaction.execute(
                    """
                    UPDATE \(identifier: service).outbox SET sent_epoch = 0, sent_offset = NULL WHERE sent_epoch > 0
                    """)
                try await transaction.execute("UPDATE \(identifier: service).consumer_floor SET epoch = \(epoch)")
            }
            return epoch
        }
    }
}
