import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl lag`.
struct LagCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "lag", abstract: "Show the lag of each consumer group, its gaps, and unsent events.",
        discussion: """
            Positions are those of the services' tables, not Kafka's. Gaps are missing events that have been requested \
            and not received yet.
            """)

    @Option(name: .customLong("service"), help: "Only this service; may be repeated.")
    var services: [String] = []

    @Flag(help: "Show each partition.")
    var partitions = false

    @Option(help: "Exit code 1 if a group is more than this number of records behind on a topic.")
    var failOver: Int64?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let names = try ServiceSchema.names(services)
        let question = LagQuestion(
            database: try OperatorDatabase(from: .process()), broker: try OperatorBroker(from: .process()))
        let report = try await question.report(names, now: Date())
        if output.isJSON {
            try console.json(report)
        } else {
            LagTable.show(report, perPartition: partitions, on: console)
        }
        return report.worst > failOver ?? .max ? .problem : .clean
    }
}
