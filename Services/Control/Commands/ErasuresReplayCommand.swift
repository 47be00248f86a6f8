import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl erasures replay`.
struct ErasuresReplayCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "After a restore: repeat the erasures.",
        discussion: """
            Run it after fmctl migrate and before the services start. It destroys the keys at once; each service \
            deletes its rows within seconds of its start. Safe to repeat.
            """)

    @Argument(help: "The latest file of fmctl erasures export.")
    var file: String

    func execute(_ console: Console) async throws -> Finding {
        let accounts = try ErasedList.read(try String(contentsOfFile: file, encoding: .utf8))
        let list = ErasedList(database: try OperatorDatabase(from: .process()))
        try await AuditLog(database: list.database).record(.replayErasures, "\(accounts.count) accounts")
        let count = try await list.replay(accounts)
        console.line("\(accounts.count) erased accounts, \(count) of them still present in the restored database")
        return .clean
    }
}
