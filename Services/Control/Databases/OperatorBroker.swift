import EventContracts
import Kafka
import Messaging
import ServiceRuntime

/// The operator's access to the broker; reads the keys of `KafkaSettings`.
struct OperatorBroker: Sendable {
    let configuration: KafkaConfiguration
    /// Timeout of a request.
    static let timeout = Duration.seconds(5)

    init(_ configuration: KafkaConfiguration) {
        self.configuration = configuration
    }

    /// - Throws: `ConfigurationError`.
    init(from environment: EnvironmentReader) throws {
        var environment = environment
        let settings = KafkaSettings(from: &environment)
        settings.checkMechanism(in: &environment)
        try environment.finish()
        self.init(KafkaConfiguration(settings, clientID: "fmctl"))
    }

    /// A client for requests about topics and groups.
    func admin() -> KafkaAdmin { KafkaAdmin(configuration, logger: ControlLog.logger) }

    /// The partitions of the given topics.
    ///
    /// - Throws: `KafkaError`, or `ControlFailure.problem` naming topics the broker does not have.
    func partitions(of topics: [String], _ admin: KafkaAdmin) async throws -> [TopicPartition] {
        let counts = try await admin.partitionCounts(timeout: Self.timeout)
        let missing = topics.filter { counts[$0] == nil }
        guard missing.isEmpty else {
            throw ControlFailure.problem(
                "the broker has no topic \(missing.joined(separator: ", ")); see fmctl topics list")
        }
        return topics.flatMap { topic in
            (0..<(counts[topic] ?? 0)).map { TopicPartition(topic: topic, partition: $0) }
        }
    }
}
