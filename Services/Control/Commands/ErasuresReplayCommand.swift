import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl erasures replay`.
struct ErasuresReplayCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "After a restore: erase again who was erased.",
        discussion: """
            Run it after fmctl migrate and before the services start. It destroys the keys at once; each service lets go \
            of its rows within seconds of its start. Safe to run again.
            """)

    @Argument(help: "What fmctl erasures export wrote last.")
    var file: String

    func execute(_ console: Console) async throws -> Finding {
        let accounts = try ErasedList.read(try String(contentsOfFile: file, encoding: .utf8))
        let list = ErasedList(database: try OperatorDatabase(from: .process()))
        try await AuditLog(database: list.database).record(.replayErasures, "\(accounts.count) accounts")
        let count = try await list.replay(accounts)
        console.line("\(accounts.count) erased accounts, \(count) of which the restored database did not know")
        return .clean
    }
}
