import EventContracts
import Foundation
import Kafka
import Logging
import TestPeers
import TestSupport
import UnitSupport

/// Every record of every topic of a broker.
enum TopicDump {
    static func read(_ broker: TestBroker) async throws -> [KafkaRecord] {
        let partitions = Topic.all.flatMap { topic in
            (0..<topic.partitions).map { TopicPartition(topic: topic.name, partition: $0) }
        }
        let reader = try KafkaReader(
            broker.kafka.configuration,
            partitions: Dictionary(uniqueKeysWithValues: partitions.map { ($0, .beginning) }),
            logger: Logger(label: "test"))
        var records: [KafkaRecord] = [], ended = Set<TopicPartition>()
        try await eventually("every topic is read to its end") {
            let batch = await reader.read(waiting: .milliseconds(200))
            records += batch.records
            ended.formUnion(batch.ended)
            return ended.count == partitions.count
        }
        return records
    }
}

extension KafkaRecord {
    /// The attributes of the record's event.
    var attributes: EventAttributes {
        get throws {
            try EventHeaders.decode(
                headers.map { (name: $0.name, value: $0.value) }, key: String(decoding: key ?? [], as: UTF8.self))
        }
    }
}
