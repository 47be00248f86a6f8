import ArgumentParser
import Messaging

/// The command `fmctl dead-letters discard`.
struct DeadLettersDiscardCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Give dead letters up for good; what stands behind each is replayed.",
        discussion: "Exit code 1 when one was refused, 69 when the service does not run.")

    @OptionGroup var action: DeadLetterActionOptions

    func execute(_ console: Console) async throws -> Finding { try await action.execute(.discard, console) }
}
