import ArgumentParser
import FoodTables
import Foundation

/// The command `fmctl foods check`.
struct FoodsCheckCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a downloaded food table and report which rows can be imported.",
        discussion: """
            Formats: sr28 (folder with FOOD_DES.txt …), fdc (folder with food.csv …), cnf (folder with FOOD NAME.csv \
            …), off (a file of Open Food Facts, .csv or .jsonl). Nothing is stored. Exit code 1 if rows were rejected.
            """)

    @Argument(help: "The format of the table: sr28, fdc, cnf or off.")
    var form: FoodTableForm

    @Argument(help: "The folder or file.", completion: .file())
    var path: String

    @Option(help: "Number of rejected rows to show.")
    var show = 20

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard show >= 0 else { throw ValidationError("--show must not be negative.") }
    }

    func execute(_ console: Console) async throws -> Finding {
        let report: FoodTableReport
        do {
            report = try FoodTableReport(reading: form.reader(of: URL(filePath: path)), keeping: show)
        } catch let error as FoodFileError {
            throw ControlFailure.usage("\(path): \(error)")
        } catch is CocoaError {
            throw ControlFailure.usage("\(path) cannot be read")
        }
        if output.isJSON {
            try console.json(report)
        } else {
            report.print(on: console)
        }
        return report.rejected.isEmpty ? .clean : .problem
    }
}

extension FoodTableForm: ExpressibleByArgument {}
