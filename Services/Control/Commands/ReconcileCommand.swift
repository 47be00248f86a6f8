import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl reconcile`.
struct ReconcileCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile", abstract: "Compare every accepted operation with its result.",
        discussion: """
            Compares the gateway's operations with the owners' tables, scans with notices, and documents with the data \
            of their owners, in one snapshot of the database. Exit code 1 if something is lost or duplicated, or if \
            documents still differ after the wait.
            """)

    @Option(help: "Maximum time to wait for pending operations.")
    var wait = DurationArgument(.seconds(10))

    @Option(help: "Time after which a pending outcome counts as lost.")
    var grace = DurationArgument(.seconds(5))

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let reconciliation = Reconciliation(
            database: try OperatorDatabase(from: .process()), grace: grace.duration)
        let end = ContinuousClock.now + wait.duration
        var report = try await reconciliation.run(now: Date())
        while report.hasProblem || !report.isSettled, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(500))
            report = try await reconciliation.run(now: Date())
        }
        if output.isJSON { try console.json(report) } else { ReconcileTable.show(report, on: console) }
        return report.hasProblem || !report.documentsAreEqual ? .problem : .clean
    }
}
