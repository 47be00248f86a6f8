import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl stores`.
struct StoresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stores", abstract: "Import shops with their location from an open register.",
        subcommands: [StoresImportCommand.self])
}

/// The command `fmctl stores import`.
struct StoresImportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import shops from a CSV file.",
        discussion: """
            The first line has column names like the tags of OpenStreetMap: name, brand, ref (the shop's number), \
            @lat, @lon, addr:housenumber, addr:street, addr:city, addr:province or addr:state, addr:postcode. \
            Locations are stored to about a kilometer. Receipts find a shop by its merchant with its number or its \
            address. Exit code 1 if lines were rejected.
            """)

    @Argument(help: "The file.", completion: .file())
    var path: String

    @Option(help: "The name of the register, such as OpenStreetMap, stored with each shop for its license.")
    var source: String

    @Flag(help: "Only count.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let text: String
        do {
            text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw ControlFailure.usage("\(path) cannot be read")
        }
        let orders = ShopTable(database: try OperatorDatabase(from: .process()))
        let outcome = try await orders.take(text, from: source, isDryRun: dryRun, at: Date())
        if output.isJSON {
            try console.json(outcome)
        } else {
            console.line(
                """
                \(outcome.shops) shops, \(outcome.changed) new or changed names, \(outcome.refused.count) lines refused
                """
            )
            if !outcome.refused.isEmpty {
                console.line("refused lines: " + outcome.refused.prefix(20).map(String.init).joined(separator: ", "))
            }
        }
        return outcome.refused.isEmpty ? .clean : .problem
    }
}
