import EventContracts
import Foundation
import Kafka
import Postgres

/// The inbox's statements; every one runs in the transaction of the effects.
enum InboxRows {
    /// What the schema knows about a batch; the row of the partition is locked by reading it.
    struct Known: Sendable {
        var last: [String: Int64] = [:]
        var holes: [String: Int64] = [:]
        var gap: Range<Int64>?
        var deadResources: Set<String> = []
        var floor: Int64 = 0
    }

    /// Where to go on in each partition; partitions without a row are expected at 0.
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

    /// Locks the partition's row and reads what is known of the batch's keys and resources, and what its handlers will ask
    /// for, in one round trip.
    static func lock(
        _ place: TopicPartition, keys: [String], resources: [String], ahead: [AheadQuery] = [],
        in transaction: borrowing Transaction
    ) async throws -> Known {
        let own: [SQL] = [
            """
            INSERT INTO consumer_offsets (topic, partition) VALUES (\(place.topic), \(place.partition))
            ON CONFLICT (topic, partition) DO UPDATE SET topic = EXCLUDED.topic
            """,
            "SELECT key, last_sequence FROM consumed WHERE topic = \(place.topic) AND key = ANY (\(keys))",
            "SELECT key, highest_sequence FROM holes WHERE topic = \(place.topic) AND key = ANY (\(keys))",
            """
            SELECT from_offset, up_to FROM gaps
            WHERE topic = \(place.topic) AND partition = \(place.partition)
            """,
            """
            SELECT DISTINCT resource FROM dead_letters
            WHERE topic = \(place.topic) AND resource = ANY (\(resources))
            """,
            "SELECT epoch FROM consumer_floor",
        ]
        let results = try await transaction.pipeline(own + ahead.map(\.sql))
        for (query, rows) in zip(ahead, results.dropFirst(own.count)) { try query.take(rows, transaction) }
        var known = Known()
        for row in results[1] {
            let (key, last) = try row.decode(String.self, Int64.self)
            known.last[key] = last
        }
        for row in results[2] {
            let (key, highest) = try row.decode(String.self, Int64.self)
            known.holes[key] = highest
        }
        for row in results[3] {
            let (from, upTo) = try row.decode(Int64.self, Int64.self)
            known.gap = from..<upTo
        }
        for row in results[4] { known.deadResources.insert(try row.decode(String.self)) }
        for row in results[5] { known.floor = try row.decode(Int64.self) }
        return known
    }

    /// What a batch changed.
    struct Changes: Sendable {
        var last: [String: Int64] = [:]
        var openHoles: [String: Int64] = [:]
        var closedHoles: Set<String> = []
        var gap: Range<Int64>?
        var closesGap = false
        var lost: [(key: String, range: ClosedRange<Int64>)] = []
        var position: (epoch: Int64, next: Int64)?
    }

    /// The statements that save the changes, keys in order.
    static func statements(for changes: Changes, at place: TopicPartition) -> [SQL] {
        var statements: [SQL] = []
        let advanced = changes.last.sorted { $0.key < $1.key }
        if !advanced.isEmpty {
            let keys = advanced.map(\.key), sequences = advanced.map(\.value)
            statements.append(
                """
                INSERT INTO consumed (topic, key, last_sequence)
                SELECT \(place.topic), key, last_sequence
                FROM unnest(\(keys), \(sequences)) AS advanced (key, last_sequence)
                ON CONFLICT (topic, key) DO UPDATE
                SET last_sequence = greatest(consumed.last_sequence, EXCLUDED.last_sequence)
                """)
        }
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
        if let position = changes.position {
            statements.append(
                """
                UPDATE consumer_offsets SET epoch = \(position.epoch), next_offset = \(position.next)
                WHERE topic = \(place.topic) AND partition = \(place.partition)
                    AND (epoch, next_offset) < (\(position.epoch), \(position.next))
                """)
        }
        return statements
    }
}
