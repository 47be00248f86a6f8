import ArgumentParser
import EventContracts
import Kafka
import ServiceRuntime

/// The command `fmctl topics list`.
struct TopicsListCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Compare the broker's topics with the contract; change nothing.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let broker = try OperatorBroker(from: .process())
        let counts = try await broker.admin().partitionCounts(timeout: OperatorBroker.timeout)
        let checks = TopicCheck.compare(Topic.all, with: counts)
        if output.isJSON { try console.json(checks) } else { TopicTable.show(checks, on: console) }
        return checks.contains(where: \.isProblem) ? .problem : .clean
    }
}
