import EventContracts
import Kafka

/// Makes the topics that are missing; never changes one that is there.
struct TopicApplication: Sendable {
    let admin: KafkaAdmin
    let replication: Int32

    /// Largest record a topic takes, in bytes; what our producers send at most.
    private static let largestRecord = 8_000_000
    private static let timeout = Duration.seconds(10)

    /// - Returns: how every topic stands afterwards.
    /// - Throws: `KafkaError`, or `ControlFailure.problem` when the broker lets nobody make topics.
    func run() async throws -> [TopicCheck] {
        var checks = TopicCheck.compare(Topic.all, with: try await admin.partitionCounts(timeout: Self.timeout))
        for (index, topic) in Topic.all.enumerated() where checks[index].state == .missing {
            try await create(topic)
            checks[index].state = .created
        }
        return checks
    }

    private func create(_ topic: Topic) async throws {
        let settings = [
            "cleanup.policy": "delete", "max.message.bytes": String(Self.largestRecord),
            "retention.ms": String(Int64(topic.retentionDays) * 86_400_000),
        ]
        do {
            try await admin.create(
                .init(
                    name: topic.name, partitions: topic.partitions, replication: replication, settings: settings),
                timeout: Self.timeout)
        } catch {
            guard error.isTimeout else { throw error }
            throw ControlFailure.problem(
                "topic \(topic.name) is missing and the broker cannot create it: it has no admin API, like the dev "
                    + "broker, which creates its topics at its start; restart it with the current programs")
        }
    }
}

extension KafkaError {
    /// How a broker without an admin API answers.
    fileprivate var isTimeout: Bool { name == "_TIMED_OUT" || name == "REQUEST_TIMED_OUT" }
}
