import FoodTables
import Foundation
import Testing

@testable import ControlService

@Suite("Food table check")
struct FoodsCheckTests {
    @Test("NUT-26: the check reports importable foods, and why rows are rejected")
    func report() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["code\tproduct_name\tenergy-kcal_100g", "10000001\tPlum\t46", "1\tShort\t1", "2\tShort\t1"]
        try Data(rows.joined(separator: "\n").utf8).write(to: file)
        let report = try FoodTableReport(reading: FoodTableForm.off.reader(of: file), keeping: 1)
        #expect(report.foods == 1 && report.rejected == [RowProblem.badID.rawValue: 2])
        #expect(report.rows.map(\.record) == [3])
        let captured = CapturedConsole()
        report.print(on: captured.console)
        #expect(captured.lines.first == "importable: 1")
        #expect(captured.lines.contains { $0.contains("2") && $0.contains(RowProblem.badID.rawValue) })
    }
}
