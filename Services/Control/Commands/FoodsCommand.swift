import ArgumentParser

/// The command `fmctl foods`.
struct FoodsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foods", abstract: "Look at tables of foods, and take the foods that everybody has out and in.",
        subcommands: [
            FoodsCheckCommand.self, FoodsReleaseCommand.self, FoodsReleasesCommand.self, FoodsWithdrawCommand.self,
            FoodsExportCommand.self, FoodsImportCommand.self,
        ])
}
