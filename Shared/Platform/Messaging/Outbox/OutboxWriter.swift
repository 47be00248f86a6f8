import Foundation
import Hexadecimal
import Postgres

/// Numbers the events of a transaction and stores them in one statement.
enum OutboxWriter {
    /// The statement, or nil without events; `written` reads its result.
    ///
    /// Keys are locked in (topic, key) order, so that two transactions never deadlock; the row of `outbox_keys` stays
    /// locked until the commit, so that numbers of a key are committed in order.
    static func statement(for rows: [OutboxRow]) -> SQL? {
        guard !rows.isEmpty else { return nil }
        let streams = Streams(rows)
        let topics = rows.map(\.topic), keys = rows.map(\.key), partitions = rows.map(\.partition)
        let ids = rows.map(\.eventID), types = rows.map(\.type)
        let operations = rows.map { $0.operationID?.text }
        let headers = rows.map(\.headers.bytes), bodies = rows.map(\.body)
        return """
            WITH numbers AS (
                INSERT INTO outbox_keys (topic, key, last_sequence)
                SELECT topic, key, count
                FROM unnest(\(streams.topics), \(streams.keys), \(streams.counts)) AS numbered (topic, key, count)
                ON CONFLICT (topic, key) DO UPDATE
                SET last_sequence = outbox_keys.last_sequence + EXCLUDED.last_sequence
                RETURNING topic, key, last_sequence, first_sequence
            ), written AS (
                INSERT INTO outbox (topic, partition, key, sequence, event_id, type, operation_id, headers, body)
                SELECT said.topic, said.partition, said.key, numbers.last_sequence - said.later, said.event_id,
                    said.type, said.operation_id::uuid, said.headers, said.body
                FROM unnest(
                    \(topics), \(keys), \(partitions), \(streams.later), \(ids), \(types), \(operations), \(headers),
                    \(bodies)
                ) WITH ORDINALITY AS said (
                    topic, key, partition, later, event_id, type, operation_id, headers, body, ordinal)
                LEFT JOIN numbers ON said.later IS NOT NULL AND numbers.topic = said.topic AND numbers.key = said.key
                ORDER BY said.ordinal
                RETURNING id, topic, key, sequence, sent_epoch
            )
            SELECT written.id, written.sequence, numbers.first_sequence, written.sent_epoch
            FROM written LEFT JOIN numbers USING (topic, key)
            """
    }

    /// The rows for the relay, from the statement's result.
    ///
    /// - Returns: The numbered rows to send, and whether no other row has to be sent.
    static func written(_ rows: [OutboxRow], _ answer: [PostgresRow]) -> (rows: [OutboxRows.Due], isComplete: Bool) {
        // Ids were assigned in the order of the rows.
        let places = answer.compactMap { try? $0.decode(Int64.self, Int64?.self, Int64?.self, Int64.self) }
            .sorted { $0.0 < $1.0 }
        guard places.count == rows.count else { return ([], false) }
        let due: [OutboxRows.Due] = zip(rows, places).compactMap { row, place in
            guard case (let id, let sequence?, let first?, 0) = place else { return nil }
            return OutboxRows.Due(
                id: id, topic: row.topic, partition: row.partition, key: row.key, sequence: sequence, first: first,
                headers: row.headers, body: row.body)
        }
        return (due, due.count == rows.count)
    }

    /// The numbered streams, by topic and key, in order.
    private struct Streams {
        private struct Stream: Hashable {
            let topic: String
            let key: String
        }

        private(set) var topics: [String] = []
        private(set) var keys: [String] = []
        /// Number of rows in each stream.
        private(set) var counts: [Int64] = []
        /// For each row, the number of later rows of its stream; nil if unnumbered.
        private(set) var later: [Int64?]

        init(_ rows: [OutboxRow]) {
            var totals: [Stream: Int64] = [:]
            later = Array(repeating: nil, count: rows.count)
            for (index, row) in rows.enumerated().reversed() where row.isNumbered {
                let stream = Stream(topic: row.topic, key: row.key)
                later[index] = totals[stream] ?? 0
                totals[stream, default: 0] += 1
            }
            for (stream, count) in totals.sorted(by: { ($0.key.topic, $0.key.key) < ($1.key.topic, $1.key.key) }) {
                topics.append(stream.topic)
                keys.append(stream.key)
                counts.append(count)
            }
        }
    }
}
