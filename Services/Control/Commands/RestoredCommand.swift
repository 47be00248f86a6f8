import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl restored`.
struct RestoredCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored",
        abstract: "After a restore of the database: start a new epoch for every schema and consumer.",
        discussion: """
            Stop the services, restore, run this, start the services. Every outbox is sent again in the new epoch, and \
            consumers ignore older records of the topics.
            """)

    @Flag(help: "Proceed although services are connected.")
    var force = false

    func execute(_ console: Console) async throws -> Finding {
        let restoration = Restoration(database: try OperatorDatabase(from: .process()))
        let connected = try await restoration.connectedServices()
        guard connected.isEmpty || force else {
            throw ControlFailure.problem("stop the services first; connected: \(connected.joined(separator: ", "))")
        }
        try await AuditLog(database: restoration.database).record(.restored, "all schemas")
        let epoch = try await restoration.run(now: Date())
        console.line("every schema and consumer starts at epoch \(epoch)")
        return .clean
    }
}
