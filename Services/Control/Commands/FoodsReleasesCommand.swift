import ArgumentParser
import EventContracts
import ServiceRuntime

/// The command `fmctl foods releases`.
struct FoodsReleasesCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "releases", abstract: "List the imported food tables.")

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let released = try await SharedFoodTable(database: try OperatorDatabase(from: .process())).released()
        if output.isJSON {
            try console.json(released)
        } else {
            var table = Table("source", .number("release"), .number("foods"), "file", "state")
            for release in released {
                table.add(
                    Table.Cell(release.source), Table.Cell(count: release.version), Table.Cell(count: release.foods),
                    Table.Cell(release.uri), Table.Cell(release.withdrawnAt == nil ? "in use" : "withdrawn"))
            }
            console.table(table)
        }
        return .clean
    }
}
