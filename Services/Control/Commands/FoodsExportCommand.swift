import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl foods export`.
struct FoodsExportCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write every food that everybody has into a file: those of the program, and what was changed and added.",
        discussion: """
            The file holds nothing of anybody: foods of people's own are not in it, and no food says who it is from. A file \
            .jsonl can be read back, one .csv is for spreadsheets.
            """)

    @Option(help: "The file, .jsonl or .csv; it must not be there yet.", completion: .file())
    var out: String

    func execute(_ console: Console) async throws -> Finding {
        guard let form = FoodFileForm(fileName: out) else {
            throw ControlFailure.usage("the name of the file must end with .jsonl or .csv")
        }
        let foods = try await FoodOrders(database: try OperatorDatabase(from: .process())).all()
        do {
            try Data(try FoodFile.write(foods, as: form)).write(to: URL(filePath: out), options: .withoutOverwriting)
        } catch let error as CocoaError {
            throw ControlFailure.usage("\(out) cannot be written: \(error.code.rawValue)")
        }
        console.line("\(foods.count) foods in \(out)")
        return .clean
    }
}
