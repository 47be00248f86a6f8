import ArgumentParser

/// The command `fmctl keys`.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Manage the keys that people's data is sealed with.",
        subcommands: [KeysRewrapCommand.self])
}
