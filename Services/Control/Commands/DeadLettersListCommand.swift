import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl dead-letters list`.
struct DeadLettersListCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List dead letters; exit code 1 if there are any.")

    @OptionGroup var selection: DeadLetterOptions

    @Flag(help: "Also list records waiting behind a dead letter.")
    var parked = false

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let database = try OperatorDatabase(from: .process())
        let now = Date()
        let letters = try await selection.letters(withParked: parked, in: database, now: now)
        if output.isJSON {
            for letter in letters { try console.json(letter) }
        } else if letters.isEmpty {
            console.line("no dead letters")
        } else {
            DeadLetterTable.show(letters, now: now, on: console)
        }
        return letters.isEmpty ? .clean : .problem
    }
}
