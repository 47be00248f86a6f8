import ArgumentParser

/// The command `fmctl recall`.
struct RecallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall", abstract: "Tell everybody who scanned a product that it is recalled.",
        subcommands: [RecallAddCommand.self, RecallListCommand.self, RecallWithdrawCommand.self])
}
