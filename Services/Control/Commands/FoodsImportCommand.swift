import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl foods import`.
struct FoodsImportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replace the shared foods with an exported file.",
        discussion: """
            Foods that are not in the file stay unchanged. The current state of all changed foods is sent to the \
            gateway, so that people find them within seconds. Exit code 1 if lines were rejected.
            """)

    @Argument(help: "A .jsonl file of fmctl foods export.", completion: .file())
    var path: String

    @Flag(help: "Only count.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        guard FoodFileForm(fileName: path) == .jsonl else {
            throw ControlFailure.usage("only .jsonl files can be imported")
        }
        let lines: [(line: Int, food: FoodLine?)]
        do {
            lines = FoodFile.read(try Data(contentsOf: URL(filePath: path)))
        } catch is CocoaError {
            throw ControlFailure.usage("\(path) cannot be read")
        }
        let orders = SharedFoodTable(
            database: try OperatorDatabase(from: .process()), files: try CatalogueStore.fromProcess())
        let outcome = try await orders.take(lines, isDryRun: dryRun, at: Date())
        if output.isJSON {
            try console.json(outcome)
        } else {
            let verb = dryRun ? "would change" : "changed"
            console.line("\(verb) \(outcome.changed), same \(outcome.same), refused \(outcome.refused.count)")
            if !outcome.refused.isEmpty {
                console.line("refused lines: " + outcome.refused.prefix(20).map(String.init).joined(separator: ", "))
            }
        }
        return outcome.refused.isEmpty ? .clean : .problem
    }
}
