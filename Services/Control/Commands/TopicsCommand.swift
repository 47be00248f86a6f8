import ArgumentParser

/// The command `fmctl topics`.
struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics", abstract: "Create or check the topics of the contract.",
        subcommands: [TopicsApplyCommand.self, TopicsListCommand.self, TopicsRightsCommand.self])
}
