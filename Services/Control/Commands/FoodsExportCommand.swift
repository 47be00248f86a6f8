import ArgumentParser
import FoodLibrary
import Foundation
import ServiceRuntime

/// The command `fmctl foods export`.
struct FoodsExportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Export all shared foods to a file: built-in foods, imported tables and changes.",
        discussion: """
            Contains no private foods and no contributors. A .jsonl file can be imported again; a .csv file is for \
            spreadsheets. Foods of imported tables are subject to the terms of the table's publisher.
            """)

    @Option(help: "The file, .jsonl or .csv; it must not exist yet.", completion: .file())
    var out: String

    func execute(_ console: Console) async throws -> Finding {
        guard let form = FoodFileForm(fileName: out) else {
            throw ControlFailure.usage("the name of the file must end with .jsonl or .csv")
        }
        let orders = SharedFoodTable(
            database: try OperatorDatabase(from: .process()), files: try CatalogueStore.fromProcess())
        let library: FoodLibrary
        do {
            library = try await orders.library()
        } catch let error as CatalogueFileError {
            throw ControlFailure.usage(error.description)
        }
        do {
            let file = URL(filePath: out)
            try Data(FoodFile.beginning(of: form)).write(to: file, options: .withoutOverwriting)
            let handle = try FileHandle(forUpdating: file)
            defer { try? handle.close() }
            try handle.seekToEnd()
            try library.forEach(by: Self.stride) { try handle.write(contentsOf: try FoodFile.part($0, as: form)) }
            try handle.synchronize()
        } catch let error as CocoaError {
            throw ControlFailure.usage("\(out) cannot be written: \(error.code.rawValue)")
        }
        console.line("\(library.count) foods in \(out)")
        return .clean
    }

    /// Number of foods in memory at a time.
    private static let stride = 5_000
}
