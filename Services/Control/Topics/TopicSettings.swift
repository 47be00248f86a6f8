import EventContracts
import Kafka

/// The settings that topics need, and their differences on a broker.
enum TopicSettings {
    /// A setting whose value differs from the required one.
    struct Difference: Equatable, Encodable, Sendable {
        let name: String
        let found: String
        let wanted: String
    }

    /// Maximum size of a record, in bytes; producers of this system send no larger one.
    private static let maxRecordBytes = 8_000_000
    private static let millisecondsPerDay: Int64 = 86_400_000
    /// Number of replicas from which writes require two acknowledgements, so that one broker may be down.
    private static let replicasForTwoAcknowledgements: Int32 = 3

    /// Number of replicas of a new partition: three, or one in a cluster of fewer brokers.
    static func replication(brokers: Int) -> Int32 {
        brokers >= Int(replicasForTwoAcknowledgements) ? replicasForTwoAcknowledgements : 1
    }

    /// The required settings of a topic, by Kafka's names.
    static func wanted(for topic: Topic, replicas: Int32) -> [String: String] {
        [
            "cleanup.policy": "delete", "max.message.bytes": String(maxRecordBytes),
            "retention.ms": String(Int64(topic.retentionDays) * millisecondsPerDay),
            "min.insync.replicas": replicas >= replicasForTwoAcknowledgements ? "2" : "1",
        ]
    }

    /// The differences by name; settings that the broker lacks or does not allow to change are not compared.
    static func differences(
        found: [String: KafkaAdmin.TopicSetting], wanted: [String: String]
    ) -> [Difference] {
        wanted.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let setting = found[name], !setting.isReadOnly, setting.value != value else { return nil }
            return Difference(name: name, found: setting.value, wanted: value)
        }
    }
}
