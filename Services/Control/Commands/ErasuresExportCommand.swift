import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl erasures export`.
struct ErasuresExportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the erased accounts to a file, to be stored separately from backups.",
        discussion: """
            Contains random ids and times, no personal data. Write it at least as often as backups are made, and keep \
            the newest: restoring a backup from before an erasure brings rows back, and only this file says which to \
            delete.
            """)

    @Argument(help: "The file; it is replaced.")
    var file: String

    func execute(_ console: Console) async throws -> Finding {
        let (text, count) = try await ErasedList(database: try OperatorDatabase(from: .process())).export()
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        console.line(count == 1 ? "1 erased account" : "\(count) erased accounts")
        return .clean
    }
}
