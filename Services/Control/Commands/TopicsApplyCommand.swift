import ArgumentParser
import ServiceRuntime

/// The command `fmctl topics apply`.
struct TopicsApplyCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Create missing topics; check the partitions and settings of the others.",
        discussion: """
            Returns when every broker knows every topic. Exit code 1 when the partition count or a setting of a topic \
            differs. --alter sets the settings; partitions and replicas are never changed.
            """)

    @Option(help: "Replicas of each new partition; by default 3 on three or more brokers, else 1.")
    var replication: Int32?

    @Flag(help: "Set retention, cleanup policy, record size and min.insync.replicas where they differ.")
    var alter = false

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let broker = try OperatorBroker(from: .process())
        let application = TopicApplication(
            admin: broker.admin(), replication: replication, altersSettings: alter)
        let result = try await application.run()
        if output.isJSON { try console.json(result.checks) } else { TopicTable.show(result.checks, on: console) }
        for remark in Self.remarks(on: result) { console.remark(remark) }
        return result.checks.contains(where: \.isProblem) ? .problem : .clean
    }

    /// Remarks for the operator that are not part of the table.
    static func remarks(on result: TopicApplication.Result) -> [String] {
        var remarks = result.checks.filter { $0.state == .wrongPartitions }.map { check in
            "\(check.topic) has \(check.found ?? 0) partitions instead of \(check.partitions ?? 0): events of one key "
                + "would be split; delete it, apply again, and run fmctl republish for its owner"
        }
        for check in result.checks {
            remarks += check.differences.map { "\(check.topic): \($0.name) is \($0.found) instead of \($0.wanted)" }
        }
        if result.checks.contains(where: { !$0.differences.isEmpty }) {
            remarks.append("fmctl topics apply --alter sets what differs")
        }
        let thin = result.checks.filter { $0.wantedReplicas != nil }
        if let first = thin.first {
            remarks.append(
                """
                \(thin.count) topic(s) have fewer than \(first.wantedReplicas ?? 0) replicas, such as \(first.topic) \
                with 
                """
                    + "\(first.replicas ?? 0); kafka-reassign-partitions adds them")
        }
        if !result.areSettingsCompared {
            remarks.append("the broker does not return topic settings to this principal, so they were not compared")
        }
        return remarks
    }
}
