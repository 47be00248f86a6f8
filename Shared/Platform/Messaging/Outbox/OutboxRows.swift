import EventContracts
import Foundation
import Kafka
import Postgres

/// The relay's statements on the outbox.
enum OutboxRows {
    /// A row to send, with the values added at sending.
    struct Due: Sendable {
        let id: Int64
        let topic: String
        let partition: Int32
        let key: String
        let sequence: Int64?
        let first: Int64
        let headers: RecordHeaders
        let body: [UInt8]

        var topicPartition: TopicPartition { TopicPartition(topic: topic, partition: partition) }

        /// The trace context of the event.
        var traceparent: String? {
            headers.headers.first { $0.name == EventHeaders.Name.traceparent }
                .map { String(decoding: $0.value, as: UTF8.self) }
        }

        /// Approximate size in the log, in bytes.
        var size: Int { body.count + headers.headers.reduce(128) { $0 + $1.name.utf8.count + $1.value.count } }

        /// The record for an epoch; a numbered event carries its number, the first kept number of its key, and the
        /// epoch.
        func record(in epoch: Int64) -> OutgoingRecord {
            var headers = headers.headers
            func add(_ name: String, _ value: Int64) {
                headers.append(KafkaHeader(name: name, value: Array(String(value).utf8)))
            }
            if let sequence {
                add(EventHeaders.Name.sequence, sequence)
                add(EventHeaders.Name.first, first)
            }
            add(EventHeaders.Name.epoch, epoch)
            return OutgoingRecord(
                topic: topic, partition: partition, key: Array(key.utf8), value: body, headers: headers)
        }
    }

    /// The rows to look for.
    struct Search: Sendable {
        let partitions: [Int32]
        let limit: Int
    }

    /// A row that the broker has stored, with its offset.
    typealias Sent = (row: Due, offset: Int64)

    /// The epoch, and the oldest rows to send of some partitions, in outbox order.
    ///
    /// - Parameters:
    ///   - search: The rows to look for.
    ///   - sent: Rows sent before, which are excluded and marked in the same round trip.
    ///   - epoch: The epoch in which they were sent.
    ///   - session: The relay's session.
    /// - Returns: At most the number of rows in the search.
    /// - Throws: A `PostgresError`.
    static func due(
        _ search: Search, marking sent: [Sent], sentIn epoch: Int64, on session: DedicatedSession
    ) async throws -> (epoch: Int64, rows: [Due]) {
        let searching = ["SELECT epoch FROM relay_state", query(for: search)]
        let marking = sent.isEmpty ? [] : [marking(sent, epoch: epoch)]
        let results = try await session.pipeline(marking + searching).suffix(searching.count)
        guard let state = results.first?.first, let rows = results.last else { return (epoch, []) }
        return (try state.decode(Int64.self), try rows.map(due))
    }

    /// Marks rows sent in an epoch.
    ///
    /// - Throws: A `PostgresError`.
    static func mark(_ sent: [Sent], sentIn epoch: Int64, on session: DedicatedSession) async throws {
        guard !sent.isEmpty else { return }
        try await session.execute(marking(sent, epoch: epoch))
    }

    private static func query(for search: Search) -> SQL {
        """
        SELECT outbox.id, outbox.topic, partition, outbox.key, sequence, coalesce(first_sequence, 0), headers, body
        FROM outbox
        LEFT JOIN outbox_keys ON outbox_keys.topic = outbox.topic AND outbox_keys.key = outbox.key
        WHERE sent_epoch = 0 AND partition = ANY (\(search.partitions))
        ORDER BY outbox.id
        LIMIT \(search.limit)
        """
    }

    private static func due(_ row: PostgresRow) throws -> Due {
        let (id, topic, partition, key, sequence, first, headers, body) = try row.decode(
            Int64.self, String.self, Int32.self, String.self, Int64?.self, Int64.self, [UInt8].self, [UInt8].self)
        return Due(
            id: id, topic: topic, partition: partition, key: key, sequence: sequence, first: first,
            headers: RecordHeaders(bytes: headers) ?? RecordHeaders([]), body: body)
    }

    /// Marks rows as delivered in `epoch` unless a newer epoch has begun; deletes unnumbered rows.
    private static func marking(_ sent: [Sent], epoch: Int64) -> SQL {
        let numbered = sent.filter { $0.row.sequence != nil }
        let ids = numbered.map(\.row.id), offsets = numbered.map(\.offset)
        let others = sent.filter { $0.row.sequence == nil }.map(\.row.id)
        var highest: [TopicPartition: Int64] = [:]
        for (row, offset) in sent { highest[row.topicPartition] = max(offset, highest[row.topicPartition] ?? -1) }
        let places = highest.keys.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
        let topics = places.map(\.topic), partitions = places.map(\.partition), ends = places.map { highest[$0] ?? -1 }
        return """
            WITH now AS (
                SELECT epoch FROM relay_state WHERE epoch = \(epoch) FOR SHARE
            ), marked AS (
                UPDATE outbox SET sent_epoch = now.epoch, sent_offset = sent.log_offset
                FROM now, unnest(\(ids), \(offsets)) AS sent (id, log_offset)
                WHERE outbox.id = sent.id
            ), done AS (
                DELETE FROM outbox USING now WHERE outbox.id = ANY (\(others))
            )
            INSERT INTO relay_partitions (topic, partition, highest_offset)
            SELECT topic, partition, highest_offset
            FROM now, unnest(\(topics), \(partitions), \(ends)) AS ends (topic, partition, highest_offset)
            ORDER BY topic, partition
            ON CONFLICT (topic, partition) DO UPDATE
            SET highest_offset = greatest(relay_partitions.highest_offset, EXCLUDED.highest_offset)
            """
    }
}
