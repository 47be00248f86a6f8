import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import TestPeers
import TestSupport
import UnitSupport

/// Compares the records of every topic with the outboxes of their owners.
package struct TopicAudit: Sendable {
    /// The identity of an event.
    package struct Event: Sendable, Hashable {
        package let topic: String
        package let key: String
        package let sequence: Int64
        package let id: UUID

        package init(topic: String, key: String, sequence: Int64, id: UUID) {
            self.topic = topic
            self.key = key
            self.sequence = sequence
            self.id = id
        }
    }

    /// Maximum time without a new record while topics are read.
    private static let timeout = Duration.seconds(120)
    private static let topics = Topic.all.filter(\.isNumbered)

    /// Compares records with outbox rows; duplicates are allowed, since consumers detect them by number.
    ///
    /// - Parameters:
    ///   - records: Records of the topics; nil for one that is not an event.
    ///   - outbox: Rows of the outboxes.
    ///   - owed: Rows that must be in the topics; nil for all of them.
    /// - Returns: Missing and unexpected records.
    package static func judge(records: [Event?], outbox: [Event], owed: [Event]? = nil) -> [Finding] {
        let written = Set(records.compactMap(\.self)), known = Set(outbox)
        let pairs = [
            (
                Finding.Kind.foreign, "records without an event in an outbox",
                records.count { $0.map { !known.contains($0) } ?? true }
            ),
            (.lost, "events that are in no topic", Set(owed ?? outbox).subtracting(written).count),
        ]
        return pairs.compactMap { kind, name, count in count > 0 ? Finding(kind, name, count: count) : nil }
    }

    /// Reads every numbered topic and every outbox.
    ///
    /// Services publish meanwhile: rows delivered before the topics were read are required, later rows are accepted.
    /// The dev broker keeps 5 MiB per partition, so rows before the first remaining record are not required.
    package static func findings(in stack: TestStack) async throws -> [Finding] {
        let delivered = try await events(in: stack, isDelivered: true)
        var records: [Event?] = [], starts: [TopicPartition: Int64] = [:]
        try await read(stack.broker) { record in
            let place = record.topicPartition
            starts[place] = min(starts[place] ?? .max, record.offset)
            if !isControl(record) { records.append(event(record)) }
        }
        let owed = owed(of: delivered, starts: starts)
        let known = delivered + (try await events(in: stack, isDelivered: false))
        return judge(records: records, outbox: known.map(\.event), owed: owed.map(\.event))
    }

    /// An event of an outbox, with the partition and offset that the broker reported.
    package struct OutboxRow: Sendable {
        package let event: Event
        package let place: TopicPartition
        package let offset: Int64

        package init(event: Event, place: TopicPartition, offset: Int64) {
            self.event = event
            self.place = place
            self.offset = offset
        }
    }

    /// Rows that must still be in their topic: all except those before the first record of the partition.
    package static func owed(of delivered: [OutboxRow], starts: [TopicPartition: Int64]) -> [OutboxRow] {
        delivered.filter { $0.offset >= starts[$0.place] ?? 0 }
    }

    /// Whether a record of any numbered topic contains a text in its body.
    package static func anyRecord(of broker: TestBroker, holds text: String) async throws -> Bool {
        let wanted = Data(text.utf8)
        var isFound = false
        try await read(broker) { if !isFound, Data($0.value ?? []).range(of: wanted) != nil { isFound = true } }
        return isFound
    }

    /// Reads every numbered topic to its end.
    private static func read(_ broker: TestBroker, _ body: (KafkaRecord) -> Void) async throws {
        let places = topics.flatMap { topic in
            (0..<topic.partitions).map { TopicPartition(topic: topic.name, partition: $0) }
        }
        let reader = try KafkaReader(
            broker.kafka.configuration, partitions: Dictionary(uniqueKeysWithValues: places.map { ($0, .beginning) }),
            logger: Logger(label: "audit"))
        var ended = Set<TopicPartition>()
        // A history of 6,000 payments has some 100,000 records, so the limit counts only while no record arrives.
        var hasMore = true
        while hasMore {
            hasMore = false
            try await eventually("every topic is read to its end", within: timeout) {
                let batch = await reader.read(waiting: .milliseconds(200))
                batch.records.forEach(body)
                ended.formUnion(batch.ended)
                hasMore = ended.count < places.count
                return !hasMore || !batch.records.isEmpty
            }
        }
    }

    private static func isControl(_ record: KafkaRecord) -> Bool {
        EventHeaders.type(in: record.headers.map { (name: $0.name, value: $0.value) }) == GapClosed.type
    }

    private static func event(_ record: KafkaRecord) -> Event? {
        let key = String(decoding: record.key ?? [], as: UTF8.self)
        let headers = record.headers.map { (name: $0.name, value: $0.value) }
        guard let attributes = try? EventHeaders.decode(headers, key: key) else { return nil }
        return Event(
            topic: record.topicPartition.topic, key: key, sequence: attributes.sequence, id: attributes.id)
    }

    // With `isDelivered` only rows that a broker has confirmed.
    private static func events(in stack: TestStack, isDelivered: Bool) async throws -> [OutboxRow] {
        var outbox: [OutboxRow] = []
        for service in stack.serviceNames {
            let rows = try await stack.admin.query(
                """
                SELECT topic, key, sequence, event_id, partition, coalesce(sent_offset, 0) FROM \(raw: service).outbox
                WHERE sequence IS NOT NULL AND (sent_epoch > 0 OR NOT \(isDelivered))
                """)
            outbox += try rows.map { row in
                let (topic, key, sequence, id, partition, offset) = try row.decode(
                    String.self, String.self, Int64.self, UUID.self, Int32.self, Int64.self)
                return OutboxRow(
                    event: Event(topic: topic, key: key, sequence: sequence, id: id),
                    place: TopicPartition(topic: topic, partition: partition), offset: offset)
            }
        }
        return outbox
    }
}
