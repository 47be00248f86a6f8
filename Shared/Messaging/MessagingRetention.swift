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
        /// Rows of the outbox looked at in one transaction, and more when they are of one age.
        package var batch = 500
        /// Most rows of a key that go in one transaction.
        package var batchOfKey = 200

        package init() {}
    }

    private let database: MessagingDatabase
    private let settings: Settings
    private let metrics: MessagingMetrics
    /// How far this process has come: rows are looked at once they are old enough, not again and again.
    private struct Progress {
        /// Rows up to then have been looked at.
        var reached = Date.distantPast
        /// Keys that are to be looked at again whatever the age of their rows: those of `Step`.
        var again: [Key] = []
    }

    private struct Key: Sendable {
        let topic: String
        let key: String
    }

    /// Most keys that are remembered; the others wait for their next row to become old.
    private static let maxAgain = 10_000

    private let progress = Mutex(Progress())

    init(database: MessagingDatabase, settings: Settings, metrics: MessagingMetrics) {
        self.database = database
        self.settings = settings
        self.metrics = metrics
    }

    /// Deletes everything that is due.
    func run() async throws {
        let now = database.clock.now()
        let cutoff = now.addingTimeInterval(-settings.outbox.seconds)
        while true {
            let progress = progress.withLock(\.self)
            guard let step = try await pruneOutbox(progress, before: cutoff) else { break }
            metrics.pruned(step.keys)
            self.progress.withLock {
                $0.reached = step.last ?? $0.reached
                $0.again = Array(step.again.prefix(Self.maxAgain))
            }
            if step.rows < settings.batch, step.again.isEmpty || step.keys == 0 { break }
        }
        try await pruneDeadLetters(before: now.addingTimeInterval(-settings.deadLetters.seconds))
    }

    private struct Step: Sendable {
        /// Age of the youngest row looked at; nil without any.
        let last: Date?
        let rows: Int
        /// Keys of which something was deleted.
        let keys: Int
        /// Keys that somebody was writing to, or that have more to delete than one transaction takes.
        let again: [Key]
    }

    /// Looks at the next rows that have become old, and prunes their keys.
    ///
    /// Of each key rows go from the lowest up, only what the current epoch delivered, never the newest, which goes with the
    /// key's next one. No more is read of a key than what goes and the first row that stays. Nobody is waited for: neither
    /// who writes to a key, as two that wait for each other would be ended, nor a new epoch that begins.
    ///
    /// - Returns: nil while another copy is at it, or a new epoch begins.
    private func pruneOutbox(_ progress: Progress, before cutoff: Date) async throws -> Step? {
        let topics = progress.again.map(\.topic), keys = progress.again.map(\.key)
        return try await database.pool.withTransaction { transaction in
            // First, so that what comes next sees all that was committed before it. By index, whatever is known of a table
            // that was empty when the server last looked.
            let lock = try await transaction.query(
                """
                SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.retention')),
                    set_config('enable_seqscan', 'off', true)
                FROM relay_state FOR SHARE SKIP LOCKED
                """)
            guard let row = lock.first, try row.decode(Bool.self, String.self).0 else { return nil }
            // Rows of one transaction are of one age: none of them is left behind by where the next step begins.
            // Limits have each key looked up by itself, where the whole table could be joined.
            let rows = try await transaction.query(
                """
                WITH aged AS MATERIALIZED (
                    SELECT topic, key, created_at FROM outbox
                    WHERE created_at > \(progress.reached) AND created_at < \(cutoff)
                    ORDER BY created_at FETCH FIRST \(settings.batch) ROWS WITH TIES
                ), keys AS MATERIALIZED (
                    SELECT topic, key FROM aged UNION SELECT * FROM unnest(\(topics), \(keys))
                ), held AS MATERIALIZED (
                    SELECT topic, key, last_sequence FROM outbox_keys
                    WHERE (topic, key) IN (SELECT topic, key FROM keys)
                    FOR NO KEY UPDATE SKIP LOCKED
                ), bounds AS MATERIALIZED (
                    SELECT held.topic, held.key, kept.sequence
                    FROM held CROSS JOIN LATERAL (
                        SELECT sequence FROM outbox
                        WHERE outbox.topic = held.topic AND outbox.key = held.key AND sequence IS NOT NULL
                            AND (created_at >= \(cutoff) OR sequence = last_sequence
                                OR sent_epoch <> (SELECT epoch FROM relay_state))
                        ORDER BY sequence LIMIT 1
                    ) AS kept
                ), old AS MATERIALIZED (
                    SELECT bounds.topic, bounds.key, gone.id, gone.sequence
                    FROM bounds CROSS JOIN LATERAL (
                        SELECT id, sequence FROM outbox
                        WHERE outbox.topic = bounds.topic AND outbox.key = bounds.key
                            AND sequence < bounds.sequence
                        ORDER BY sequence LIMIT \(settings.batchOfKey)
                    ) AS gone
                ), pruned AS (
                    DELETE FROM outbox WHERE id = ANY (ARRAY(SELECT id FROM old))
                ), ends AS MATERIALIZED (
                    SELECT topic, key, max(sequence) + 1 AS first_sequence FROM old GROUP BY topic, key
                ), moved AS (
                    UPDATE outbox_keys SET first_sequence = ends.first_sequence FROM ends
                    WHERE outbox_keys.topic = ends.topic AND outbox_keys.key = ends.key
                    RETURNING 1
                ), again AS (
                    SELECT topic, key FROM keys JOIN outbox_keys USING (topic, key)
                    EXCEPT
                    SELECT topic, key FROM bounds LEFT JOIN ends USING (topic, key)
                    WHERE coalesce(ends.first_sequence, bounds.sequence) = bounds.sequence
                )
                SELECT (SELECT max(created_at) FROM aged), (SELECT count(*) FROM aged), (SELECT count(*) FROM moved),
                    ARRAY(SELECT topic FROM again ORDER BY topic, key),
                    ARRAY(SELECT key FROM again ORDER BY topic, key)
                """)
            return try rows.first.map { row in
                let (last, count, moved, topics, keys) = try row.decode(
                    Date?.self, Int.self, Int.self, [String].self, [String].self)
                return Step(
                    last: last, rows: count, keys: moved, again: zip(topics, keys).map { Key(topic: $0, key: $1) })
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
