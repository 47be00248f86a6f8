import ArgumentParser

/// The command `fmctl recall`.
struct RecallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Notify everyone who scanned a recalled product.",
        subcommands: [RecallAddCommand.self, RecallListCommand.self, RecallWithdrawCommand.self])
}
