import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl stores`.
struct StoresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stores", abstract: "Bring shops of an open register in, so that it is known where they lie.",
        subcommands: [StoresImportCommand.self])
}

/// The command `fmctl stores import`.
struct StoresImportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take the shops of a file of comma-separated values in.",
        discussion: """
            The first line names the columns as OpenStreetMap names its tags: name, brand, ref (the shop's number), @lat, @lon, \
            addr:housenumber, addr:street, addr:city, addr:province or addr:state, addr:postcode. Only about a kilometre of a \
            place is kept. Receipts find a shop by its merchant with its number or its address. Exit code 1 when lines were \
            refused.
            """)

    @Argument(help: "The file.", completion: .file())
    var path: String

    @Option(help: "Which register it is, such as OpenStreetMap: kept beside each shop, for its licence.")
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
        let orders = StoreOrders(database: try OperatorDatabase(from: .process()))
        let outcome = try await orders.take(text, from: source, isDryRun: dryRun, at: Date())
        if output.isJSON {
            try console.json(outcome)
        } else {
            console.line(
                "\(outcome.shops) shops, \(outcome.changed) names of them new, \(outcome.refused.count) lines refused")
            if !outcome.refused.isEmpty {
                console.line("refused lines: " + outcome.refused.prefix(20).map(String.init).joined(separator: ", "))
            }
        }
        return outcome.refused.isEmpty ? .clean : .problem
    }
}
