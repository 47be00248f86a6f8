import ArgumentParser
import EventContracts
import ServiceRuntime

/// The command `fmctl recall withdraw`.
struct RecallWithdrawCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a recall and notify those who were notified of it.")

    @Argument(help: "As listed by fmctl recall list.")
    var id: RecallID

    func execute(_ console: Console) async throws -> Finding {
        try await RecallTable(database: try OperatorDatabase(from: .process())).withdraw(id)
        console.line("recall \(id) is withdrawn")
        return .clean
    }
}

extension RecallID: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}
