import ArgumentParser

/// The command `fmctl erasures`.
struct ErasuresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures", abstract: "Keep erased accounts erased after a restore.",
        subcommands: [ErasuresExportCommand.self, ErasuresReplayCommand.self])
}
