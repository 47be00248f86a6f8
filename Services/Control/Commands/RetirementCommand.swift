import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl retirement`.
struct RetirementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retirement", abstract: "Execute the announced end of the product.",
        subcommands: [RetirementStatusCommand.self, RetirementFinishCommand.self],
        defaultSubcommand: RetirementStatusCommand.self)
}

/// The command `fmctl retirement status`.
struct RetirementStatusCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the progress; exit code 1 while accounts or subscriptions remain.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        guard
            let retirement = try await AnnouncementTable(database: try OperatorDatabase(from: .process())).retirement()
        else {
            console.line("no retirement is announced")
            return .clean
        }
        if output.isJSON {
            try console.json(retirement)
        } else {
            console.line(
                """
                retirement \(retirement.id) on \(retirement.retiresAt.formatted(.iso8601))\
                \(retirement.isClosing ? ", accounts are being erased" : "")
                accounts left: \(retirement.accounts), erasures under way: \(retirement.unfinished), \
                subscriptions in force: \(retirement.subscriptions)
                """)
        }
        return retirement.accounts + retirement.unfinished + retirement.subscriptions == 0 ? .clean : .problem
    }
}

/// The command `fmctl retirement finish`.
struct RetirementFinishCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Erase every account, on or after the announced day. This cannot be undone.",
        discussion: "Export the food database first: fmctl foods export.")

    @Flag(help: "Confirm that every account is to be erased.")
    var everyAccount = false

    func execute(_ console: Console) async throws -> Finding {
        guard everyAccount else { throw ControlFailure.usage("pass --every-account to erase every account") }
        try await AnnouncementTable(database: try OperatorDatabase(from: .process())).finish()
        console.line("the gateway is erasing every account; watch the progress with fmctl retirement status")
        return .clean
    }
}
