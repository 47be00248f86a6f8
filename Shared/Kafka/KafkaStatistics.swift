import Foundation

/// What is used of librdkafka's statistics (STATISTICS.md of the library).
struct KafkaStatistics {
    /// A broker the client knows.
    struct Broker: Decodable, Equatable {
        /// `UP` once requests can be sent.
        let state: String
        /// Connections tried so far, the failed ones too.
        let connects: Int
    }

    /// Ends of logs, as of the last fetch.
    let ends: [TopicPartition: Int64]
    /// Brokers by name.
    let brokers: [String: Broker]

    /// Reads one emission; nil when it is not what it should be.
    init?(json: Data) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else { return nil }
        var ends: [TopicPartition: Int64] = [:]
        for (topic, content) in document.topics ?? [:] {
            for partition in content.partitions.values where partition.partition >= 0 && partition.hi_offset >= 0 {
                ends[TopicPartition(topic: topic, partition: partition.partition)] = partition.hi_offset
            }
        }
        self.ends = ends
        brokers = document.brokers ?? [:]
    }

    private struct Document: Decodable {
        struct Topic: Decodable {
            let partitions: [String: Partition]
        }

        /// Named as in the document.
        struct Partition: Decodable {
            let partition: Int32
            let hi_offset: Int64
        }

        let brokers: [String: Broker]?
        let topics: [String: Topic]?
    }
}

/// Counts connections that were lost and made again.
struct ConnectionCount {
    private(set) var generation = 0
    private var connectsWhenUp: [String: Int] = [:]

    /// Notes what the brokers are at now.
    mutating func note(_ brokers: [String: KafkaStatistics.Broker]) {
        for (name, broker) in brokers where broker.state == "UP" {
            if let before = connectsWhenUp[name], broker.connects > before { generation += 1 }
            connectsWhenUp[name] = broker.connects
        }
    }
}
