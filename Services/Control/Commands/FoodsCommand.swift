import ArgumentParser

/// The command `fmctl foods`.
struct FoodsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foods", abstract: "Check food tables; export and import the shared foods.",
        subcommands: [
            FoodsCheckCommand.self, FoodsReleaseCommand.self, FoodsReleasesCommand.self, FoodsWithdrawCommand.self,
            FoodsExportCommand.self, FoodsImportCommand.self,
        ])
}
