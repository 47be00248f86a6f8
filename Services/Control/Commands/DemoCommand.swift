import ArgumentParser

/// The group of commands `fmctl demo`; alone it runs the whole demonstration.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run a demonstration against a running gateway.",
        subcommands: [DemoSamplesCommand.self, DemoLabelCommand.self, DemoPeopleCommand.self],
        defaultSubcommand: DemoSamplesCommand.self)
}
