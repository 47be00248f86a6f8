import EventContracts
import Foundation
import Kafka
import Postgres

/// Statements on dead letters and parked events.
enum DeadLetterRows {
    enum State: Sendable {
        case dead(reason: String, attempts: Int)
        case parked
    }

    /// A row with the fields that replay needs.
    struct Stored: Sendable {
        let id: Int64
        let record: IncomingRecord
        let replays: Int
    }

    /// Maximum length of a stored reason, in characters.
    static let maxReasonLength = 500

    /// Stores the original record, and publishes a copy of a dead letter for operators.
    ///
    /// The inbox does not recognize unnumbered records when a log is read again; the existing row is kept then.
    static func insert(
        _ record: IncomingRecord, _ state: State, _ consumer: String, in transaction: borrowing Transaction
    ) async throws {
        let (name, reason, attempts): (String, String?, Int) =
            switch state {
            case .dead(let reason, let attempts): ("dead", String(reason.prefix(maxReasonLength)), attempts)
            case .parked: ("parked", nil, 0)
            }
        let origin = record.record, place = origin.topicPartition
        if record.sequence == 0, try await isKept(record, in: transaction) { return }
        try await transaction.execute(
            """
            INSERT INTO dead_letters (
                topic, resource, state, partition, log_offset, key, headers, body, type, operation_id,
                correlation_id, reason, attempts)
            VALUES (
                \(place.topic), \(record.resource), \(name), \(place.partition), \(origin.offset), \(origin.key),
                \(RecordHeaders(origin.headers).bytes), \(origin.value), \(record.attributes?.type.name),
                \(record.attributes?.operationID?.uuid), \(record.attributes?.correlationID), \(reason), \(attempts))
            """)
        guard let reason else { return }
        let copy = deadLetterCopy(of: record, consumer: consumer, reason: reason, attempts: attempts)
        try transaction.withBuffer { $0.append(copy) }
    }

    private static func isKept(_ record: IncomingRecord, in transaction: borrowing Transaction) async throws -> Bool {
        let origin = record.record, place = origin.topicPartition
        let rows = try await transaction.query(
            """
            SELECT FROM dead_letters
            WHERE topic = \(place.topic) AND resource = \(record.resource) AND partition = \(place.partition)
                AND log_offset = \(origin.offset) AND body IS NOT DISTINCT FROM \(origin.value)
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// The published copy: the original headers and the reason.
    private static func deadLetterCopy(
        of record: IncomingRecord, consumer: String, reason: String, attempts: Int
    ) -> OutboxRow {
        let origin = record.record, topic = Topic.deadLetter(of: consumer)
        let perSend = [EventHeaders.Name.epoch]
        let added: [(String, String)] = [
            ("dl_consumer", consumer), ("dl_topic", origin.topicPartition.topic),
            ("dl_partition", String(origin.topicPartition.partition)), ("dl_offset", String(origin.offset)),
            ("dl_reason", reason), ("dl_attempts", String(attempts)),
        ]
        let headers =
            origin.headers.filter { !perSend.contains($0.name) }
            + added.map { KafkaHeader(name: $0.0, value: Array($0.1.utf8)) }
        return OutboxRow(
            topic: topic.name, partition: KafkaPartitioner.partition(key: origin.key ?? [], count: topic.partitions),
            key: record.key, isNumbered: false, eventID: UUID(), type: "dead-letter",
            operationID: record.attributes?.operationID?.uuid, headers: RecordHeaders(headers),
            body: origin.value ?? [])
    }

    /// The oldest row of a resource; nil if it has no dead letter.
    static func head(
        topic: String, resource: String, in transaction: borrowing Transaction
    ) async throws -> Stored? {
        try await transaction.query(
            """
            SELECT id, partition, log_offset, key, headers, body, replays FROM dead_letters
            WHERE topic = \(topic) AND resource = \(resource)
            ORDER BY id LIMIT 1
            """
        ).first.map { row in
            let (id, partition, offset, key, headers, body, replays) = try row.decode(
                Int64.self, Int32.self, Int64.self, [UInt8]?.self, [UInt8].self, [UInt8]?.self, Int32.self)
            let record = KafkaRecord(
                topicPartition: TopicPartition(topic: topic, partition: partition), offset: offset, timestamp: 0,
                key: key, value: body, headers: RecordHeaders(bytes: headers)?.headers ?? [])
            return Stored(id: id, record: IncomingRecord(record), replays: Int(replays))
        }
    }

    static func delete(_ id: Int64, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM dead_letters WHERE id = \(id)")
    }

    /// Marks the row as the resource's new dead letter, with the reason of the last attempt.
    static func markDead(_ id: Int64, reason: String, in transaction: borrowing Transaction) async throws {
        let reason = String(reason.prefix(maxReasonLength))
        try await transaction.execute(
            """
            UPDATE dead_letters
            SET state = 'dead', reason = \(reason), attempts = attempts + 1, replays = replays + 1
            WHERE id = \(id)
            """)
    }
}
