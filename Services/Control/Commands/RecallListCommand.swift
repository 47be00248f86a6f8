import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl recall list`.
struct RecallListCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List recalls, newest first, with the number of people notified.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let entries = try await RecallTable(database: try OperatorDatabase(from: .process())).list()
        if output.isJSON {
            for entry in entries { try console.json(entry) }
        } else if entries.isEmpty {
            console.line("no recalls")
        } else {
            console.table(Self.table(entries))
        }
        return .clean
    }

    static func table(_ entries: [RecallTable.Entry]) -> Table {
        var table = Table("recall", "product", "lot", "issued", "state", .number("notified"), "reason")
        for entry in entries {
            let state = entry.withdrawnAt == nil ? "stands" : "withdrawn"
            table.add(
                "\(entry.id)", "\(entry.gtin)", Table.Cell(entry.lot ?? "every"),
                Table.Cell(entry.issuedAt.formatted(.iso8601)),
                Table.Cell(entry.isNotified ? state : "\(state), notifying"), Table.Cell(count: entry.notified),
                Table.Cell(entry.reason))
        }
        return table
    }
}
