import Foundation
import Postgres
import ServiceRuntime
import Synchronization

/// Deletes a service's messages after their retention; runs in every instance, one at a time.
package final class MessagingRetention: Sendable {
    /// Retention periods.
    package struct Settings: Sendable {
        /// Retention of delivered outbox rows, for consumers that request them again: the retention of the topics.
        package var outbox = Duration.seconds(7 * 86_400)
        /// Retention of dead letters, requests about them, and reports of losses.
        package var deadLetters = Duration.seconds(90 * 86_400)
        /// The interval between runs.
        package var interval = Duration.seconds(60)
        /// Outbox rows checked in one transaction; more if they have the same age.
        package var batch = 500
        /// Maximum number of rows of a key that one transaction deletes.
        package var batchOfKey = 200

        package init() {}
    }

    private let database: MessagingDatabase
    private let settings: Settings
    private let metrics: MessagingMetrics
    /// The progress of this process: rows are checked once, when they reach the retention period.
    private struct Progress {
        /// Rows up to this time have been checked.
        var reached = Date.distantPast
        /// Keys to check again regardless of the age of their rows: `Step.again`.
        var again: [Key] = []
    }

    private struct Key: Sendable {
        let topic: String
        let key: String
    }

    /// Maximum number of remembered keys; others are checked when their next row reaches the retention period.
    private static let maxAgain = 10_000

    private let progress = Mutex(Progress())

    init(database: MessagingDatabase, settings: Settings, metrics: MessagingMetrics) {
        self.database = database
        self.settings = settings
        self.metrics = metrics
    }

    /// Deletes everything past its retention.
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
        /// Time of the youngest checked row; nil without any.
        let last: Date?
        let rows: Int
        /// Number of keys with deleted rows.
        let keys: Int
        /// Keys that were being written, or that have more rows to delete than one transaction takes.
        let again: [Key]
    }

    /// Checks the next rows that have reached the retention period, and prunes their keys.
    ///
    /// Deletes rows of each key from the lowest number up: only rows that the current epoch delivered, and never the
    /// newest, which is deleted with the key's next one. Reads no more of a key than the deleted rows and the first row
    /// that stays. Never waits for a lock: neither for that of a key's writer, since a deadlock would abort both, nor
    /// for that of a starting epoch.
    ///
    /// - Returns: nil while another instance is pruning, or a new epoch begins.
    private func pruneOutbox(_ progress: Progress, before cutoff: Date) async throws -> Step? {
        try await database.pool.withTransaction { transaction in
            // Runs first, so that the following statements see all earlier commits. Forces an index scan even if the
            // table was empty when it was last analyzed.
            let lock = try await transaction.query(
                """
                SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.retention')),
                    set_config('enable_seqscan', 'off', true)
                FROM relay_state FOR SHARE SKIP LOCKED
                """)
            guard let row = lock.first, try row.decode(Bool.self, String.self).0 else { return nil }
            let rows = try await transaction.query(pruning(progress, before: cutoff))
            return try rows.first.map { row in
                let (last, count, moved, topics, keys) = try row.decode(
                    Date?.self, Int.self, Int.self, [String].self, [String].self)
                return Step(
                    last: last, rows: count, keys: moved, again: zip(topics, keys).map { Key(topic: $0, key: $1) })
            }
        }
    }

    /// The statement of `pruneOutbox`.
    ///
    /// Rows of one transaction have the same age, so that the start of the next step skips none. The limits make the
    /// planner look up each key separately instead of joining the whole table.
    private func pruning(_ progress: Progress, before cutoff: Date) -> SQL {
        let topics = progress.again.map(\.topic), keys = progress.again.map(\.key)
        return """
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
            """
    }

    /// A dead letter is deleted with the events parked behind it, once the youngest of them has reached the retention
    /// period.
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
