import ArgumentParser
import Messaging

/// The command `fmctl dead-letters replay`.
struct DeadLettersReplayCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Have the service process dead letters and the records waiting behind each.",
        discussion: """
            The service itself processes them, in order, and stops at the next event that fails, which becomes the \
            head. Exit code 1 if one failed or was refused, 69 if the service is not running.
            """)

    @OptionGroup var action: DeadLetterActionOptions

    func execute(_ console: Console) async throws -> Finding { try await action.execute(.replay, console) }
}
