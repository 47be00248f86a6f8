import ArgumentParser
import Foundation
import Messaging
import ServiceRuntime

/// Options shared by replay and discard.
struct DeadLetterActionOptions: ParsableArguments {
    @Argument(help: "As listed, such as allergen:12.")
    var ids: [DeadLetterID] = []

    @Flag(help: "All that match the filters below.")
    var all = false

    @OptionGroup var selection: DeadLetterOptions

    @Flag(help: "Dry run: let the service process and roll back; print what would happen.")
    var dryRun = false

    @Flag(help: "Include those that were replayed too often (loop guard).")
    var force = false

    @Option(help: "Timeout of the service for each.")
    var timeout = DurationArgument(.seconds(30))

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all != !ids.isEmpty else { throw ValidationError("pass dead letter ids or --all") }
    }

    /// Requests the action for each dead letter in turn, and shows the results.
    func execute(_ action: DeadLetterRequest.Action, _ console: Console) async throws -> Finding {
        let database = try OperatorDatabase(from: .process())
        let chosen =
            all ? try await selection.letters(withParked: false, in: database, now: Date()).map(\.id) : ids
        let orders = DeadLetterRequests(
            database: database, action: action, isDryRun: dryRun, force: force, timeout: timeout.duration)
        var isClean = true
        for id in chosen {
            let result = try await orders.run(id)
            isClean = isClean && result.isDone
            if output.isJSON {
                try console.json(result)
            } else {
                console.line(
                    console.paint(DisplayWidth.pad(result.id, to: 20), .bold)
                        + console.paint(result.outcome, result.isDone ? .green : .red))
            }
        }
        if chosen.isEmpty, !output.isJSON { console.line("no dead letters") }
        return isClean ? .clean : .problem
    }
}
