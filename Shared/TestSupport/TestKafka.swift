import Foundation
import Kafka
import Logging

/// Kafka as tests use it: names of their own, so that all may run at once on one broker.
package struct TestKafka: Sendable {
    /// What a test needs and does not find, in one line.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// Partitions of every topic that the dev broker makes when it is first asked for.
    package static let devBrokerPartitions: Int32 = 4

    /// `host:port`.
    package let brokers: String

    package init(brokers: String) {
        self.brokers = brokers
    }

    /// The broker of `TEST_KAFKA_BROKERS`: a dev broker or any Kafka.
    ///
    /// - Throws: `Missing` when the variable is not set.
    package static func shared() throws -> TestKafka {
        guard let brokers = ProcessInfo.processInfo.environment["TEST_KAFKA_BROKERS"], !brokers.isEmpty else {
            throw Missing(description: "TEST_KAFKA_BROKERS is not set: run `deploy/test`, or name a broker for tests")
        }
        return TestKafka(brokers: brokers)
    }

    /// Reaches the broker.
    package var configuration: KafkaConfiguration { KafkaConfiguration(brokers: brokers, clientID: "tests") }

    /// A name that nobody else uses.
    package static func uniqueName(_ prefix: String) -> String {
        "\(prefix)-\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Makes a topic with a name of its own.
    ///
    /// The dev broker makes topics of its own accord and always with four partitions; for another number, start a
    /// `TestBroker` with the topic.
    ///
    /// - Returns: Its name.
    /// - Throws: `Missing` when the dev broker is asked for another number of partitions; otherwise `KafkaError`.
    package func makeTopic(
        _ prefix: String = "test", partitions: Int32 = devBrokerPartitions
    ) async throws -> String {
        let name = Self.uniqueName(prefix)
        let admin = try KafkaAdmin(configuration, logger: Logger(label: "test"))
        let producer = try KafkaProducer(configuration, logger: Logger(label: "test"))
        if try await producer.clusterID(timeout: .seconds(10)).hasPrefix("mockCluster") {
            guard partitions == Self.devBrokerPartitions else {
                throw Missing(description: "the dev broker makes topics of \(Self.devBrokerPartitions) partitions only")
            }
            try await eventually("topic \(name) is made") {
                _ = try? await producer.watermarks(
                    TopicPartition(topic: name, partition: 0), timeout: .milliseconds(500))
                return try await admin.partitionCounts(timeout: .seconds(5))[name] != nil
            }
        } else {
            try await admin.create(.init(name: name, partitions: partitions), timeout: .seconds(20))
            try await eventually("topic \(name) is known") {
                try await admin.partitionCounts(timeout: .seconds(5))[name] == partitions
            }
        }
        await producer.flushAndClose(within: .seconds(1))
        return name
    }
}
