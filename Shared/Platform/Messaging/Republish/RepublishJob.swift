import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import ServiceRuntime

/// Answers the requests of consumers: clears sent marks, so that the relay sends the rows again in order, and announces
/// the end of a gap.
struct RepublishJob: Sendable {
    let database: MessagingDatabase
    let snapshots: [any SnapshotSource]
    let logger: Logger
    /// Resources per transaction of a snapshot.
    static let page = 200

    /// One round; requests that arrive meanwhile wait for the next.
    func run() async throws {
        let cleared = try await database.write(.request(correlationID: UUID())) { transaction in
            let isInProgress = try await transaction.query(
                """
                SELECT 1 FROM outbox WHERE sent_epoch = 0 AND sequence IS NULL AND type = \(GapClosed.type.name) LIMIT 1
                """)
            guard isInProgress.isEmpty else { return 0 }
            return try await clearOffsets(in: transaction) + clearSequences(in: transaction)
        }
        if cleared > 0 {
            logger.notice("republishing requested events", metadata: ["outbox.rows": "\(cleared)"])
            database.relayQueue.rescan()
        }
        try await sendSnapshots()
    }

    private func clearSequences(in transaction: borrowing Transaction) async throws -> Int {
        try await transaction.execute(
            """
            WITH asked AS (
                DELETE FROM republish_requests WHERE kind = 'sequences' RETURNING topic, key, from_position
            ), starts AS (
                SELECT topic, key, min(from_position) AS sequence FROM asked GROUP BY topic, key
            )
            UPDATE outbox SET sent_epoch = 0
            FROM starts
            WHERE outbox.topic = starts.topic AND outbox.key = starts.key AND outbox.sequence >= starts.sequence
                AND sent_epoch > 0
            """)
    }

    /// The offset of a row is known once it is marked as sent: a request waits for earlier rows of its partition.
    private func clearOffsets(in transaction: borrowing Transaction) async throws -> Int {
        let rows = try await transaction.query(
            """
            DELETE FROM republish_requests WHERE kind = 'offsets' AND NOT EXISTS (
                SELECT FROM outbox
                WHERE sent_epoch = 0 AND outbox.topic = republish_requests.topic
                    AND outbox.partition = republish_requests.partition AND created_at < requested_at)
            RETURNING consumer, topic, partition, from_position, up_to
            """)
        var cleared = 0
        for row in rows {
            let (consumer, topic, partition, from, upTo) = try row.decode(
                String.self, String.self, Int32.self, Int64.self, Int64.self)
            cleared += try await transaction.execute(
                """
                WITH starts AS (
                    SELECT key, min(sequence) AS sequence FROM outbox
                    WHERE topic = \(topic) AND partition = \(partition)
                        AND sent_offset >= \(from) AND sent_offset < \(upTo) AND sequence IS NOT NULL
                    GROUP BY key
                )
                UPDATE outbox SET sent_epoch = 0
                FROM starts
                WHERE outbox.topic = \(topic) AND outbox.key = starts.key
                    AND outbox.sequence >= starts.sequence AND sent_epoch > 0
                """)
            try await closeGap(
                GapClosed(consumer: consumer, upTo: upTo),
                at: TopicPartition(topic: topic, partition: partition), in: transaction)
        }
        return cleared
    }

    /// The marker's row is the newest, so it is sent after all repeated rows.
    private func closeGap(
        _ closed: GapClosed, at place: TopicPartition, in transaction: borrowing Transaction
    ) async throws {
        let header = KafkaHeader(name: EventHeaders.Name.type, value: Array(GapClosed.type.name.utf8))
        let row = OutboxRow(
            topic: place.topic, partition: place.partition, key: "", isNumbered: false, eventID: UUID(),
            type: GapClosed.type.name, operationID: nil, headers: RecordHeaders([header]),
            body: try EventCoding.encode(closed))
        try transaction.withBuffer { $0.append(row) }
    }

    private func sendSnapshots() async throws {
        let rows = try await database.pool.query(
            "SELECT DISTINCT topic FROM republish_requests WHERE kind = 'snapshots'")
        for row in rows {
            let topic = try row.decode(String.self)
            let sources = snapshots.filter { $0.topic.name == topic }
            if sources.isEmpty {
                // This is not retried: a newer consumer may request snapshots that this release does not have.
                logger.warning(
                    "requested snapshots have no source in this service", metadata: ["kafka.topic": "\(topic)"])
            }
            for source in sources {
                var cursor: String?
                repeat {
                    let after = cursor
                    cursor = try await database.write(.request(correlationID: UUID())) { transaction in
                        try await source.appendPage(after: after, limit: Self.page, in: transaction)
                    }
                } while cursor != nil
            }
            try await database.pool.execute(
                "DELETE FROM republish_requests WHERE kind = 'snapshots' AND topic = \(topic)")
        }
    }
}
