import EventContracts
import Foundation
import Kafka
import Messaging
import Postgres

/// Reads dead letters of one service.
struct DeadLetterStore: Sendable {
    let service: String
    /// A pool whose search path is the service's schema.
    let pool: PostgresPool

    /// Maximum number of rows per query.
    static let limit = 10_000

    /// The oldest dead letters: only the first of each resource, unless parked ones are included.
    func list(withParked: Bool) async throws -> [DeadLetter] {
        try await pool.query(
            """
            SELECT id, state, topic, resource, key, type, correlation_id, reason, attempts,
                replays, failed_at, (
                    SELECT count(*) FROM dead_letters AS later
                    WHERE later.topic = dead_letters.topic AND later.resource = dead_letters.resource
                        AND later.id > dead_letters.id)
            FROM dead_letters
            WHERE state = 'dead' OR \(withParked)
            ORDER BY id
            LIMIT \(Self.limit)
            """
        ).map { row in
            let (number, state, topic, resource, key, type, correlation, reason, attempts, replays, failedAt, behind) =
                try row.decode(
                    Int64.self, String.self, String.self, String.self, [UInt8]?.self, String?.self, UUID?.self,
                    String?.self, Int32.self, Int32.self, Date.self, Int64.self)
            return DeadLetter(
                id: DeadLetterID(service: service, number: number), state: state == "dead" ? .dead : .parked,
                topic: topic, resource: resource, key: String(decoding: key ?? [], as: UTF8.self), type: type,
                correlation: correlation, reason: reason,
                attempts: Int(attempts), replays: Int(replays), failedAt: failedAt, behind: Int(behind))
        }
    }

    /// The original record; nil if it is no longer in the dead letters.
    func record(_ number: Int64) async throws -> KafkaRecord? {
        try await pool.query(
            "SELECT topic, partition, log_offset, key, headers, body FROM dead_letters WHERE id = \(number)"
        ).first.map { row in
            let (topic, partition, offset, key, headers, body) = try row.decode(
                String.self, Int32.self, Int64.self, [UInt8]?.self, [UInt8].self, [UInt8]?.self)
            return KafkaRecord(
                topicPartition: TopicPartition(topic: topic, partition: partition), offset: offset, timestamp: 0,
                key: key, value: body, headers: RecordHeaders(bytes: headers)?.headers ?? [])
        }
    }

    /// The result of a request; nil while it is pending.
    func outcome(of command: Int64) async throws -> String? {
        try await pool.query(
            "SELECT outcome FROM dead_letter_orders WHERE id = \(command) AND done_at IS NOT NULL"
        ).first?.decode(String.self)
    }
}
