import ArgumentParser

/// The group of commands `fmctl demo`; alone it runs the whole demonstration.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show the whole job: labels in, verdicts and notices out.",
        subcommands: [DemoSamplesCommand.self, DemoLabelCommand.self], defaultSubcommand: DemoSamplesCommand.self)
}
