import Foundation
import Kafka

/// Queries schemas and broker for the lag of consumer groups.
struct LagQuestion: Sendable {
    let database: OperatorDatabase
    let broker: OperatorBroker

    /// The report on the given services.
    func report(_ services: [String], now: Date) async throws -> LagReport {
        var states: [GroupState] = []
        for name in services {
            states.append(try await database.withSchema(name) { try await GroupState.read(name, on: $0) })
        }
        let topics = Set(services.flatMap(LagReport.topics(readBy:)))
        return LagReport.make(states, logs: try await logs(of: topics), now: now)
    }

    private func logs(of topics: Set<String>) async throws -> [TopicPartition: (low: Int64, high: Int64)] {
        let admin = broker.admin()
        let counts = try await admin.partitionCounts(timeout: OperatorBroker.timeout)
        var logs: [TopicPartition: (low: Int64, high: Int64)] = [:]
        for topic in topics {
            for partition in 0..<(counts[topic] ?? 0) {
                let place = TopicPartition(topic: topic, partition: partition)
                logs[place] = try await admin.watermarks(place, timeout: OperatorBroker.timeout)
            }
        }
        return logs
    }
}
