import ArgumentParser
import FoodTables
import FoodLibrary
import Foundation
import ServiceRuntime

/// The command `fmctl foods release`.
struct FoodsReleaseCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Import a downloaded food table; it replaces the previous release of that table.",
        discussion: """
            Formats: sr28 (folder with FOOD_DES.txt …), fdc (folder with food.csv …), cnf (folder with FOOD NAME.csv \
            …), off (a file of Open Food Facts, .csv or .jsonl). The foods are written into CATALOGUE_DIRECTORY and \
            found by everyone within seconds; rejected rows are listed there with the reason. An interrupted run \
            continues when started again. Exit code 1 if rows were rejected.
            """)

    @Argument(help: "The format of the table: sr28, fdc, cnf or off.")
    var form: FoodTableForm

    @Argument(help: "The folder or file.", completion: .file())
    var path: String

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let files = try CatalogueStore.required()
        let orders = SharedFoodTable(database: try OperatorDatabase(from: .process()), files: files)
        let outcome: FoodRelease.Outcome
        do {
            outcome = try await FoodRelease(orders: orders, files: files)
                .run(form, at: URL(filePath: path), now: Date())
        } catch let error as FoodFileError {
            throw ControlFailure.usage("\(path): \(error)")
        } catch is CocoaError {
            throw ControlFailure.usage("\(path) cannot be read, or \(files.directory.path()) cannot be written")
        }
        if output.isJSON {
            try console.json(outcome)
        } else {
            let version = outcome.version.map { "release \($0)" } ?? "released before"
            console.line("\(outcome.source): \(outcome.foods) foods, \(version)")
            if outcome.resumedAfter > 0 { console.line("resumed after \(outcome.resumedAfter) rows of an earlier run") }
            for (reason, count) in outcome.rejected.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                console.line("rejected: \(count), \(reason)")
            }
            if !outcome.rejected.isEmpty { console.line("rejected rows: \(outcome.rejectedRows)") }
        }
        return outcome.rejected.isEmpty ? .clean : .problem
    }
}
