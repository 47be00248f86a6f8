import ArgumentParser
import EventContracts
import Foundation
import Kafka
import ServiceRuntime

/// The command `fmctl lag`.
struct LagCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "lag", abstract: "Show how far each group is behind, what it misses, and what waits to be sent.",
        discussion: """
            Positions are those of our own tables, not Kafka's. Holes and gaps are events that were asked for again and \
            have not come yet.
            """)

    @Option(name: .customLong("service"), help: "Only this service; may be repeated.")
    var services: [String] = []

    @Flag(help: "Show each partition.")
    var partitions = false

    @Option(help: "Exit code 1 when a group is more than so many records behind on a topic.")
    var failOver: Int64?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let names = try ServiceSchema.names(services)
        let database = try OperatorDatabase(from: .process())
        let admin = try OperatorBroker(from: .process()).admin()
        var states: [GroupState] = []
        for name in names {
            states.append(try await database.withSchema(name) { try await GroupState.read(name, on: $0) })
        }
        let topics = Set(names.flatMap(LagReport.topics(readBy:)))
        let report = LagReport.make(states, logs: try await logs(of: topics, admin), now: Date())
        if output.isJSON {
            try console.json(report)
        } else {
            LagTable.show(report, perPartition: partitions, on: console)
        }
        return report.worst > failOver ?? .max ? .problem : .clean
    }

    private func logs(
        of topics: Set<String>, _ admin: KafkaAdmin
    ) async throws -> [TopicPartition: (low: Int64, high: Int64)] {
        let counts = try await admin.partitionCounts(timeout: OperatorBroker.patience)
        var logs: [TopicPartition: (low: Int64, high: Int64)] = [:]
        for topic in topics {
            for partition in 0..<(counts[topic] ?? 0) {
                let place = TopicPartition(topic: topic, partition: partition)
                logs[place] = try await admin.watermarks(place, timeout: OperatorBroker.patience)
            }
        }
        return logs
    }
}
