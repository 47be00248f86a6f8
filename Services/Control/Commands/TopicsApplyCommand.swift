import ArgumentParser
import ServiceRuntime

/// The command `fmctl topics apply`.
struct TopicsApplyCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Create missing topics; check the others.",
        discussion: "Exit code 1 when the partition count of a topic differs from the contract; it is never changed.")

    @Option(help: "Replicas of each partition; 3 on a cluster of three.")
    var replication: Int32 = 1

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let broker = try OperatorBroker(from: .process())
        let checks = try await TopicApplication(admin: try broker.admin(), replication: replication).run()
        if output.isJSON { try console.json(checks) } else { TopicTable.show(checks, on: console) }
        for check in checks where check.state == .wrongPartitions {
            console.remark(
                "\(check.topic) has \(check.found ?? 0) partitions instead of \(check.partitions ?? 0): events of one key "
                    + "would be split; delete it, apply again, and run fmctl republish for its owner")
        }
        return checks.contains(where: \.isProblem) ? .problem : .clean
    }
}
