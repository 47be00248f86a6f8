import Foundation
import Kafka
import Logging
import UnitSupport

/// Kafka for tests: each test uses its own names, so that all may run at once on one broker.
package struct TestKafka: Sendable {
    /// A missing dependency of a test, in one line.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Default number of partitions of a topic.
    package static let defaultPartitions: Int32 = 4

    /// `host:port`.
    package let brokers: String

    package init(brokers: String) {
        self.brokers = brokers
    }

    /// The broker of `TEST_KAFKA_BROKERS`: a dev broker or any Kafka.
    ///
    /// - Throws: `Missing` if the variable is not set.
    package static func shared() throws -> TestKafka {
        try UnitRun.skipTest(needing: "a broker")
        guard let brokers = ProcessInfo.processInfo.environment["TEST_KAFKA_BROKERS"], !brokers.isEmpty else {
            throw Missing(description: "TEST_KAFKA_BROKERS is not set: run `deploy/test`, or name a broker for tests")
        }
        return TestKafka(brokers: brokers)
    }

    /// The client's configuration.
    package var configuration: KafkaConfiguration { KafkaConfiguration(brokers: brokers, clientID: "tests") }

    /// A unique name.
    package static func uniqueName(_ prefix: String) -> String {
        "\(prefix)-\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Creates a topic with a unique name.
    ///
    /// - Returns: Its name.
    /// - Throws: `KafkaError` if the broker does not create it.
    package func makeTopic(
        _ prefix: String = "test", partitions: Int32 = defaultPartitions
    ) async throws -> String {
        let name = Self.uniqueName(prefix)
        let admin = KafkaAdmin(configuration, logger: Logger(label: "test"))
        try await admin.create(.init(name: name, partitions: partitions), timeout: .seconds(20))
        try await eventually("topic \(name) is known") {
            try await admin.partitionCounts(timeout: .seconds(5))[name] == partitions
        }
        return name
    }
}
