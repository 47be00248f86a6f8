import Foundation
import Postgres

/// Writes what a transaction has said: numbers it and stores it in one statement.
enum OutboxWriter {
    /// The statement, or nil when nothing was said.
    ///
    /// Keys are taken in (topic, key) order, so that two transactions never wait for each other in a circle; the row of
    /// `outbox_keys` stays locked to the commit, so that numbers of a key are committed in their order.
    static func statement(for rows: [OutboxRow]) -> SQL? {
        guard !rows.isEmpty else { return nil }
        let topics = rows.map(\.topic), keys = rows.map(\.key), partitions = rows.map(\.partition)
        let numbered = rows.map(\.isNumbered), ids = rows.map(\.eventID), types = rows.map(\.type)
        let operations = rows.map { $0.operationID?.uuidString }
        let headers = rows.map(\.headers.bytes), bodies = rows.map(\.body)
        return """
            WITH said AS (
                SELECT *, row_number() OVER (PARTITION BY topic, key, numbered ORDER BY ordinal) AS place
                FROM unnest(
                    \(topics), \(keys), \(partitions), \(numbered), \(ids), \(types), \(operations), \(headers),
                    \(bodies)
                ) WITH ORDINALITY AS said (
                    topic, key, partition, numbered, event_id, type, operation_id, headers, body, ordinal)
            ), counts AS (
                SELECT topic, key, count(*) AS count FROM said WHERE numbered GROUP BY topic, key
            ), numbers AS (
                INSERT INTO outbox_keys (topic, key, last_sequence)
                SELECT topic, key, count FROM counts ORDER BY topic, key
                ON CONFLICT (topic, key) DO UPDATE
                SET last_sequence = outbox_keys.last_sequence + EXCLUDED.last_sequence
                RETURNING topic, key, last_sequence
            )
            INSERT INTO outbox (topic, partition, key, sequence, event_id, type, operation_id, headers, body)
            SELECT said.topic, said.partition, said.key,
                CASE WHEN said.numbered THEN numbers.last_sequence - counts.count + said.place END,
                said.event_id, said.type, said.operation_id::uuid, said.headers, said.body
            FROM said
            LEFT JOIN counts USING (topic, key)
            LEFT JOIN numbers USING (topic, key)
            ORDER BY said.ordinal
            """
    }
}
