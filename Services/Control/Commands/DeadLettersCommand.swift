import ArgumentParser
import EventContracts
import Foundation
import ServiceRuntime

/// The command `fmctl dead-letters`.
struct DeadLettersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead-letters", abstract: "List, replay or discard dead letters.",
        subcommands: [
            DeadLettersListCommand.self, DeadLettersShowCommand.self, DeadLettersReplayCommand.self,
            DeadLettersDiscardCommand.self,
        ])
}

/// Selects dead letters.
struct DeadLetterOptions: ParsableArguments {
    @Option(name: .customLong("service"), help: "Only this service's; may be repeated.")
    var services: [String] = []

    @Option(name: .customLong("type"), help: "Only this type, such as assess-label-text; may be repeated.")
    var types: [String] = []

    @Option(help: "Only this resource; its first characters are enough.")
    var resource: String?

    @Option(help: "Only where the reason contains this text.")
    var reason: String?

    @Option(help: "Only those at least this old, such as 30m or 2d.")
    var olderThan: DurationArgument?

    /// The dead letters that match the options.
    func letters(withParked: Bool, in database: OperatorDatabase, now: Date) async throws -> [DeadLetter] {
        let filter = DeadLetterFilter(
            types: types, resource: resource, reason: reason, olderThan: olderThan?.duration)
        var letters: [DeadLetter] = []
        for name in try ServiceSchema.names(services) {
            letters += try await database.withSchema(name) { pool in
                try await DeadLetterStore(service: name, pool: pool).list(withParked: withParked)
            }
        }
        return letters.filter { filter.admits($0, now: now) }
    }
}
