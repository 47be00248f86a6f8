import ArgumentParser
import Messaging

/// The command `fmctl dead-letters replay`.
struct DeadLettersReplayCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Have the service process dead letters and the records waiting behind each.",
        discussion: """
            The service itself does it, in order, and stops at the next event that fails, which is the head then. \
            Exit code 1 when one failed or was refused, 69 when the service does not run.
            """)

    @OptionGroup var action: DeadLetterActionOptions

    func execute(_ console: Console) async throws -> Finding { try await action.execute(.replay, console) }
}
