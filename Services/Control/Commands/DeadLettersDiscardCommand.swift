import ArgumentParser
import Messaging

/// The command `fmctl dead-letters discard`.
struct DeadLettersDiscardCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard dead letters permanently; the records waiting behind each are replayed.",
        discussion: "Exit code 1 when one was refused, 69 when the service is not running.")

    @OptionGroup var action: DeadLetterActionOptions

    func execute(_ console: Console) async throws -> Finding { try await action.execute(.discard, console) }
}
