import EventContracts
import Foundation
import Kafka
import Logging
import TestPeers
import TestSupport

/// Records that are not events, or that cannot be handled.
enum Poison {
    /// Sends every kind of poison to every numbered topic.
    ///
    /// - Returns: The number of accepted records.
    /// - Throws: `KafkaError` if there is no broker.
    static func produce(to brokers: String) async throws -> Int {
        let producer = try KafkaProducer(
            KafkaConfiguration(brokers: brokers, clientID: "poison"), logger: Logger(label: "poison"))
        var records: [OutgoingRecord] = []
        for topic in Topic.all where topic.isNumbered {
            records += bodies.map { record(of: topic, headers: headers(of: topic), body: $0) }
            records.append(record(of: topic, headers: [], body: Array("no headers".utf8)))
            let garbage = KafkaHeader(name: EventHeaders.Name.type, value: [0xFF, 0xFE, 0x00])
            records.append(record(of: topic, headers: [garbage], body: []))
        }
        let results = await producer.send(records)
        await producer.flushAndClose(within: .seconds(5))
        return results.count { if case .success = $0 { true } else { false } }
    }

    private static let bodies: [[UInt8]] = [
        (0..<200).map { _ in UInt8.random(in: 0...255) },
        Array(#"{"scanID": 7, "wrong": "type"}"#.utf8),
        Array(String(repeating: "[", count: 10_000).utf8),
        Array("\"\(String(repeating: "x", count: 1_000_000))\"".utf8),
        [],
    ]

    /// A record whose key is no account.
    private static func record(of topic: Topic, headers: [KafkaHeader], body: [UInt8]) -> OutgoingRecord {
        OutgoingRecord(
            topic: topic.name, partition: .random(in: 0..<topic.partitions),
            key: Array(UUID().uuidString.lowercased().utf8), value: body, headers: headers)
    }

    /// Headers of the topic's first type, or of an unknown type.
    private static func headers(of topic: Topic) -> [KafkaHeader] {
        let type = EventRegistry.all.first { $0.topic == topic }?.type ?? EventType("foodmagic.poison.unknown.v9")
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/\(topic.owner)", type: type, time: Date(), subject: nil, key: "",
            sequence: 1,
            first: 1, epoch: 1, correlationID: UUID())
        return EventHeaders.encode(attributes).map { KafkaHeader(name: $0.name, value: Array($0.value.utf8)) }
    }
}
