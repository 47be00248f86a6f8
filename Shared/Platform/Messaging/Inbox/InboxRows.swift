import EventContracts
import Foundation
import Kafka
import Postgres

/// The inbox's statements; all run in the transaction of the effects.
enum InboxRows {
    /// The stored state for a batch; loading it locks the partition's row.
    struct Known: Sendable {
        var last: [String: Int64] = [:]
        var holes: [String: Int64] = [:]
        var gap: Range<Int64>?
        var deadResources: Set<String> = []
        /// The erased accounts among the keys.
        var erased: Set<String> = []
        var floor: Int64 = 0
    }

    /// The next offset of each partition; partitions without a row start at 0.
    static func positions(
        of partitions: [TopicPartition], on pool: PostgresPool
    ) async throws -> [TopicPartition: (epoch: Int64, next: Int64)] {
        let topics = partitions.map(\.topic), numbers = partitions.map(\.partition)
        let rows = try await pool.query(
            """
            SELECT topic, partition, epoch, next_offset FROM consumer_offsets
            WHERE (topic, partition) IN (SELECT * FROM unnest(\(topics), \(numbers)))
            """)
        var positions: [TopicPartition: (epoch: Int64, next: Int64)] = [:]
        for row in rows {
            let (topic, partition, epoch, next) = try row.decode(
                String.self, Int32.self, Int64.self, Int64.self)
            positions[TopicPartition(topic: topic, partition: partition)] = (epoch, next)
        }
        return positions
    }

    /// The state to read for one partition.
    struct Wanted: Sendable {
        let place: TopicPartition
        var keys: Set<String> = []
        var resources: Set<String> = []
    }

    /// Locks the partitions' rows in order, and reads the state of keys and resources and the handlers' read-ahead
    /// queries, in one round trip.
    static func lock(
        _ wanted: [Wanted], ahead: [AheadQuery] = [], in transaction: borrowing Transaction
    ) async throws -> [TopicPartition: Known] {
        // A separate statement, so that the following ones see the commits of the lock's previous holder.
        let places = wanted.map(\.place)
        let own = [lookingUp, locking(places), reading(wanted)]
        var results = try await transaction.pipeline(own + ahead.map(\.sql))
        if results[1].count < places.count {
            // The first batch of a partition creates its row.
            results = try await transaction.pipeline([making(places)] + own.dropFirst() + ahead.map(\.sql))
        }
        for (query, rows) in zip(ahead, results.dropFirst(own.count)) { try query.take(rows, transaction) }
        return try known(from: results[2], of: wanted)
    }

    /// Settings for index lookups by key, for this transaction only.
    ///
    /// Statements are planned once instead of for each batch (planning took a fifth of the database's time), and no
    /// plan made while a table was small keeps scanning it or joining it by hash or merge (such a plan read every
    /// stored operation for each batch). A batch is small enough for nested loops.
    private static let lookingUp: SQL = """
        SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)
        """

    private static func making(_ places: [TopicPartition]) -> SQL {
        let topics = places.map(\.topic), partitions = places.map(\.partition)
        return """
            INSERT INTO consumer_offsets (topic, partition)
            SELECT topic, partition FROM unnest(\(topics), \(partitions)) AS wanted (topic, partition)
            ORDER BY topic, partition
            ON CONFLICT (topic, partition) DO NOTHING
            """
    }

    private static func locking(_ places: [TopicPartition]) -> SQL {
        let topics = places.map(\.topic), partitions = places.map(\.partition)
        return """
            SELECT FROM consumer_offsets
            WHERE (topic, partition) IN (SELECT * FROM unnest(\(topics), \(partitions)))
            ORDER BY topic, partition
            FOR NO KEY UPDATE
            """
    }

    private enum Kind: String {
        case last, hole, gap, dead, erased, floor
    }

    /// Looks up each row by its index (forced by `OFFSET 0`), whatever the size of the table at planning.
    private static func reading(_ wanted: [Wanted]) -> SQL {
        let keys = wanted.flatMap { request in request.keys.sorted().map { (request.place.topic, $0) } }
        let resources = wanted.flatMap { request in request.resources.sorted().map { (request.place.topic, $0) } }
        let topics = wanted.map(\.place.topic), partitions = wanted.map(\.place.partition)
        let accounts = Set(keys.map(\.1)).compactMap { AccountID(text: $0)?.uuid }
        return """
            WITH keys AS (SELECT topic, key FROM unnest(\(keys.map(\.0)), \(keys.map(\.1))) AS keys (topic, key))
            SELECT 'last', keys.topic, -1, keys.key, found.last_sequence, 0::bigint FROM keys CROSS JOIN LATERAL (
                SELECT last_sequence FROM consumed
                WHERE consumed.topic = keys.topic AND consumed.key = keys.key OFFSET 0) AS found
            UNION ALL
            SELECT 'hole', keys.topic, -1, keys.key, found.highest_sequence, 0 FROM keys CROSS JOIN LATERAL (
                SELECT highest_sequence FROM holes
                WHERE holes.topic = keys.topic AND holes.key = keys.key OFFSET 0) AS found
            UNION ALL
            SELECT 'gap', topic, partition, '', from_offset, up_to FROM gaps
            WHERE (topic, partition) IN (SELECT * FROM unnest(\(topics), \(partitions)))
            UNION ALL
            SELECT 'dead', topic, -1, resource, 0, 0
            FROM unnest(\(resources.map(\.0)), \(resources.map(\.1))) AS wanted (topic, resource)
            WHERE EXISTS (
                SELECT FROM dead_letters
                WHERE dead_letters.topic = wanted.topic AND dead_letters.resource = wanted.resource OFFSET 0)
            UNION ALL
            SELECT 'erased', '', -1, account_id::text, 0, 0 FROM unnest(\(accounts)) AS wanted (account_id)
            WHERE EXISTS (
                SELECT FROM erased_accounts WHERE erased_accounts.account_id = wanted.account_id OFFSET 0)
            UNION ALL
            SELECT 'floor', '', -1, '', epoch, 0 FROM consumer_floor
            """
    }

    private static func known(from rows: [PostgresRow], of wanted: [Wanted]) throws -> [TopicPartition: Known] {
        var byTopic: [String: Known] = [:], gaps: [TopicPartition: Range<Int64>] = [:], floor: Int64 = 0
        var erased: Set<String> = []
        for row in rows {
            let (kind, topic, partition, name, number, end) = try row.decode(
                String.self, String.self, Int32.self, String.self, Int64.self, Int64.self)
            switch Kind(rawValue: kind) {
            case .last: byTopic[topic, default: Known()].last[name] = number
            case .hole: byTopic[topic, default: Known()].holes[name] = number
            case .gap: gaps[TopicPartition(topic: topic, partition: partition)] = number..<end
            case .dead: byTopic[topic, default: Known()].deadResources.insert(name)
            case .erased: erased.insert(name)
            case .floor: floor = number
            case nil: throw UnknownRowKind()
            }
        }
        return Dictionary(
            uniqueKeysWithValues: wanted.map { request in
                var known = byTopic[request.place.topic] ?? Known()
                known.gap = gaps[request.place]
                known.floor = floor
                known.erased = erased
                return (request.place, known)
            })
    }

    /// The statement returned a row of an unknown kind.
    private struct UnknownRowKind: Error {}

    /// The changes of a batch.
    struct Changes: Sendable {
        var last: [String: Int64] = [:]
        var openHoles: [String: Int64] = [:]
        var closedHoles: Set<String> = []
        var gap: Range<Int64>?
        var closesGap = false
        var lost: [(key: String, range: ClosedRange<Int64>)] = []
        var position: (epoch: Int64, next: Int64)?
    }

    /// The statements that save the changes of some partitions: one in the usual case.
    static func statements(for changes: [(place: TopicPartition, changes: Changes)]) -> [SQL] {
        changes.flatMap { place, changes in unusual(changes, at: place) } + [progress(changes)].compactMap(\.self)
    }

    /// Saves numbers, in the order of keys, and positions, in one statement; nil if there are none.
    ///
    /// The rows of the partitions are locked since `lock`, which keeps other transactions from both.
    private static func progress(_ changes: [(place: TopicPartition, changes: Changes)]) -> SQL? {
        let advanced = changes.flatMap { place, changes in changes.last.map { (place.topic, $0.key, $0.value) } }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        let moved = changes.compactMap { place, changes in changes.position.map { (place: place, position: $0) } }
        guard !advanced.isEmpty || !moved.isEmpty else { return nil }
        let topics = advanced.map(\.0), keys = advanced.map(\.1), sequences = advanced.map(\.2)
        let movedTopics = moved.map(\.place.topic), partitions = moved.map(\.place.partition)
        let epochs = moved.map(\.position.epoch), offsets = moved.map(\.position.next)
        return """
            WITH advanced AS (
                INSERT INTO consumed (topic, key, last_sequence)
                SELECT topic, key, last_sequence
                FROM unnest(\(topics), \(keys), \(sequences)) AS advanced (topic, key, last_sequence)
                ON CONFLICT (topic, key) DO UPDATE
                SET last_sequence = greatest(consumed.last_sequence, EXCLUDED.last_sequence)
            )
            UPDATE consumer_offsets SET epoch = moved.epoch, next_offset = moved.next_offset
            FROM unnest(\(movedTopics), \(partitions), \(epochs), \(offsets))
                AS moved (topic, partition, epoch, next_offset)
            WHERE consumer_offsets.topic = moved.topic AND consumer_offsets.partition = moved.partition
                AND (consumer_offsets.epoch, consumer_offsets.next_offset) < (moved.epoch, moved.next_offset)
            """
    }

    /// Statements for gaps and losses.
    private static func unusual(_ changes: Changes, at place: TopicPartition) -> [SQL] {
        var statements: [SQL] = []
        let opened = changes.openHoles.sorted { $0.key < $1.key }
        if !opened.isEmpty {
            let keys = opened.map(\.key), highest = opened.map(\.value)
            statements.append(
                """
                INSERT INTO holes (topic, key, highest_sequence)
                SELECT \(place.topic), key, highest_sequence
                FROM unnest(\(keys), \(highest)) AS opened (key, highest_sequence)
                ON CONFLICT (topic, key) DO UPDATE
                SET highest_sequence = greatest(holes.highest_sequence, EXCLUDED.highest_sequence)
                """)
        }
        if !changes.closedHoles.isEmpty {
            let keys = changes.closedHoles.sorted()
            statements.append("DELETE FROM holes WHERE topic = \(place.topic) AND key = ANY (\(keys))")
        }
        if let gap = changes.gap {
            statements.append(
                """
                INSERT INTO gaps (topic, partition, from_offset, up_to)
                VALUES (\(place.topic), \(place.partition), \(gap.lowerBound), \(gap.upperBound))
                ON CONFLICT (topic, partition) DO UPDATE
                SET from_offset = least(gaps.from_offset, EXCLUDED.from_offset),
                    up_to = greatest(gaps.up_to, EXCLUDED.up_to)
                """)
        } else if changes.closesGap {
            statements.append(
                "DELETE FROM gaps WHERE topic = \(place.topic) AND partition = \(place.partition)")
        }
        for (key, range) in changes.lost {
            statements.append(
                """
                INSERT INTO reported_losses (topic, key, from_sequence, to_sequence)
                VALUES (\(place.topic), \(key), \(range.lowerBound), \(range.upperBound))
                """)
        }
        return statements
    }
}
