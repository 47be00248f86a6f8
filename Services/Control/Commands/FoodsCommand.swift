import ArgumentParser

/// The command `fmctl foods`.
struct FoodsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foods", abstract: "Look at tables of foods.", subcommands: [FoodsCheckCommand.self])
}
