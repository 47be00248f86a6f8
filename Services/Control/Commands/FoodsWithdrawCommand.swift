import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl foods withdraw`.
struct FoodsWithdrawCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw an imported food table; meals keep their figures.")

    @Argument(help: "The table: sr28, fdc, cnf or off.")
    var form: FoodTableForm

    func execute(_ console: Console) async throws -> Finding {
        let orders = SharedFoodTable(database: try OperatorDatabase(from: .process()))
        guard try await orders.release(form.rawValue, nil, at: Date()) != nil else {
            throw ControlFailure.usage("no table of \(form.rawValue) is in use")
        }
        console.line("\(form.rawValue) is no longer in use")
        return .clean
    }
}
