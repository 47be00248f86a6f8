import Foundation
import Postgres
import ServiceRuntime
import Synchronization

/// Deletes what policy no longer keeps of a service's messages (DESIGN section 4); runs in every copy, one at a time.
package final class MessagingRetention: Sendable {
    /// How long what is kept.
    package struct Settings: Sendable {
        /// Delivered rows of the outbox, for consumers that ask again: as long as their topics.
        package var outbox = Duration.seconds(7 * 86_400)
        /// Dead letters, orders about them, and reports of losses.
        package var deadLetters = Duration.seconds(90 * 86_400)
        /// How often it looks.
        package var interval = Duration.seconds(60)
        /// Rows of the outbox looked at in one transaction.
        package var batch = 2_000

        package init() {}
    }

    private let database: MessagingDatabase
    private let settings: Settings
    private let metrics: MessagingMetrics
    /// Rows up to then have been looked at by this process: each is once it is old enough, not again and again.
    private let reached = Mutex(Date.distantPast)

    init(database: MessagingDatabase, settings: Settings, metrics: MessagingMetrics) {
        self.database = database
        self.settings = settings
        self.metrics = metrics
    }

    /// Deletes everything that is due.
    func run() async throws {
        let now = database.clock.now()
        let cutoff = now.addingTimeInterval(-settings.outbox.seconds)
        while let step = try await pruneOutbox(from: reached.withLock { $0 }, before: cutoff) {
            metrics.pruned(step.keys)
            guard let last = step.last else { break }
            reached.withLock { $0 = last }
            if step.rows < settings.batch { break }
        }
        try await pruneDeadLetters(before: now.addingTimeInterval(-settings.deadLetters.seconds))
    }

    private struct Step: Sendable {
        /// Age of the youngest row looked at; nil without any.
        let last: Date?
        let rows: Int
        /// Keys of which something was deleted.
        let keys: Int
    }

    /// Looks at the next rows that have become old, and prunes their keys.
    ///
    /// Of each key rows go from the lowest up, only what the current epoch delivered, never the newest, which goes with the
    /// key's next one.
    ///
    /// - Returns: nil while another copy is at it.
    private func pruneOutbox(from: Date, before cutoff: Date) async throws -> Step? {
        try await database.pool.withTransaction { transaction in
            let lock = try await transaction.query(
                "SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.retention'))")
            guard let row = lock.first, try row.decode(Bool.self) else { return nil }
            let rows = try await transaction.query(
                """
                WITH aged AS MATERIALIZED (
                    SELECT topic, key, created_at FROM outbox
                    WHERE created_at > \(from) AND created_at < \(cutoff) ORDER BY created_at LIMIT \(settings.batch)
                ), bounds AS (
                    SELECT outbox.topic, outbox.key,
                        min(sequence) FILTER (
                            WHERE created_at >= \(cutoff) OR sent_epoch <> epoch OR sequence = last_sequence) AS kept
                    FROM (SELECT DISTINCT topic, key FROM aged) AS keys
                    JOIN outbox USING (topic, key)
                    JOIN outbox_keys USING (topic, key)
                    CROSS JOIN relay_state
                    WHERE sequence IS NOT NULL
                    GROUP BY outbox.topic, outbox.key
                ), pruned AS (
                    DELETE FROM outbox USING bounds
                    WHERE outbox.topic = bounds.topic AND outbox.key = bounds.key AND outbox.sequence < bounds.kept
                    RETURNING outbox.topic, outbox.key, outbox.sequence
                ), moved AS (
                    UPDATE outbox_keys SET first_sequence = ends.first_sequence
                    FROM (SELECT topic, key, max(sequence) + 1 AS first_sequence FROM pruned GROUP BY topic, key) AS ends
                    WHERE outbox_keys.topic = ends.topic AND outbox_keys.key = ends.key
                    RETURNING 1
                )
                SELECT (SELECT max(created_at) FROM aged), (SELECT count(*) FROM aged), (SELECT count(*) FROM moved)
                """)
            return try rows.first.map { row in
                let (last, count, keys) = try row.decode(Date?.self, Int.self, Int.self)
                return Step(last: last, rows: count, keys: keys)
            }
        }
    }

    /// A dead letter goes with what is parked behind it, once the youngest of them is old.
    private func pruneDeadLetters(before cutoff: Date) async throws {
        try await database.pool.execute(
            """
            DELETE FROM dead_letters USING (
                SELECT topic, resource FROM dead_letters GROUP BY topic, resource HAVING max(failed_at) < \(cutoff)
            ) AS old
            WHERE dead_letters.topic = old.topic AND dead_letters.resource = old.resource
            """)
        try await database.pool.execute("DELETE FROM dead_letter_orders WHERE done_at < \(cutoff)")
        try await database.pool.execute("DELETE FROM reported_losses WHERE reported_at < \(cutoff)")
    }
}
