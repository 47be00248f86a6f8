import FoodCatalogue
import FoodReports
import Foundation
import Nourishment
import Quantities
import Testing

/// An independent reader of comma-separated values (RFC 4180); nil if invalid.
private func parse(_ data: Data) -> [[String]]? {
    let bytes = Array(data)
    var records: [[String]] = [], record: [String] = [], index = 0
    while index < bytes.count {
        var field: [UInt8] = []
        if bytes[index] == UInt8(ascii: "\"") {
            index += 1
            while true {
                guard index < bytes.count else { return nil }
                if bytes[index] == UInt8(ascii: "\"") {
                    index += 1
                    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
                }
                field.append(bytes[index])
                index += 1
            }
        } else {
            while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "\r") {
                guard bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") else { return nil }
                field.append(bytes[index])
                index += 1
            }
        }
        record.append(String(decoding: field, as: UTF8.self))
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: ",") {
            index += 1
        } else {
            guard bytes[index] == UInt8(ascii: "\r"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n")
            else { return nil }
            index += 2
            records.append(record)
            record = []
        }
    }
    return record.isEmpty ? records : nil
}

@Suite struct CSVTests {
    private func rows(_ report: FoodReport, as view: ReportView = .detailed) throws -> [[String: String]] {
        let csv = ShownReport(report, as: view).csv(words: try .builtIn(), in: .french)
        let records = try #require(parse(csv))
        let head = try #require(records.first)
        #expect(records.allSatisfy { $0.count == head.count })
        return records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }
    }

    @Test("NUT-31: a report has a row for energy, each food and each nutrient")
    func report() throws {
        let rows = try rows(breakfast())
        #expect(rows.first?["section"] == "energy")
        #expect(rows.first?["amount"] == "480")
        #expect(rows.filter { $0["section"] == "food" }.map { $0["amount"] } == ["120", "80", ""])
        #expect(rows.filter { $0["section"] == "foodEnergy" }.map { $0["share"] } == ["0.375", "0.4125", "0.2125"])
        let iron = try #require(rows.first { $0["code"] == "iron" })
        #expect(iron["name"] == "Fer")
        #expect(iron["atLeast"] == "true" && iron["percent"] == "22" && iron["unit"] == "mg")
        let vitaminC = try #require(rows.first { $0["code"] == "vitaminC" })
        #expect(vitaminC["amount"] == "" && vitaminC["percent"] == "" && vitaminC["reported"] == "0")
    }

    @Test(
        "CSV: names that a spreadsheet would run as formulas are escaped",
        arguments: [
            "=1+1", "+1", "-1", "@SUM(A1)", " =cmd|' /C calc'!A0", "\t=1", "\r=1", "\u{00A0}=1", "＝1+1", "\u{FEFF}@x",
            "=HYPERLINK(\"http://x\",\"y\")",
        ])
    func injection(name: String) throws {
        let report = FoodReport(id: "r", subject: .meal, name: nil, day: reportDay, items: [item(name, 10, [:])])
        let food = try #require(try rows(report).first { $0["section"] == "food" })
        #expect(food["name"] == "'" + name)
    }

    @Test(
        "CSV: any name round-trips",
        arguments: [
            "bread, rye", "6\" sandwich", "\"", "two\r\nlines", "a\nb", "crème brûlée", "宫保鸡丁", "", "a;b", " blank ",
            "1=1", "salt - pepper",
        ])
    func quoting(name: String) throws {
        let report = FoodReport(id: "r", subject: .meal, name: nil, day: reportDay, items: [item(name, 10, [:])])
        let food = try #require(try rows(report).first { $0["section"] == "food" })
        #expect(food["name"] == name)
    }

    private func day(_ text: String, meals: Int = 2, _ figures: [Nutrient: NutrientFigure]) throws -> IntakeExport.Day {
        IntakeExport.Day(date: try #require(CalendarDay(text)), meals: meals, figures: figures)
    }

    @Test("NUT-30: daily intake: a day without entries is not zero")
    func intake() throws {
        let export = IntakeExport(
            from: try #require(CalendarDay("2026-11-01")), through: try #require(CalendarDay("2026-11-30")),
            days: [
                try day(
                    "2026-11-03",
                    [
                        .energy: NutrientFigure(sum: NutrientValue(1_500.5), known: 3, count: 4),
                        .protein: NutrientFigure(sum: NutrientValue(61.25), known: 2, count: 4),
                    ]),
                try day("2026-11-01", [.energy: NutrientFigure(sum: NutrientValue(2_000), known: 5, count: 5)]),
                try day("2026-11-02", meals: 0, [:]),
                try day("2026-11-05", [.energy: NutrientFigure(sum: .zero, known: 0, count: 1)]),
                try day("2026-12-01", [.energy: NutrientFigure(sum: NutrientValue(1), known: 1, count: 1)]),
            ])
        let rows = try #require(parse(export.csv()))
        #expect(
            rows[0] == [
                "date", "meals", "energyKcal", "energyKJ", "proteinG", "fatG", "carbohydrateG", "alcoholG", "reported",
                "of", "complete",
            ])
        #expect(rows[1] == ["2026-11-01", "2", "2000", "8368", "", "", "", "", "5", "5", "true"])
        #expect(rows[2] == ["2026-11-03", "2", "1500.5", "6278.092", "61.25", "", "", "", "3", "4", "false"])
        #expect(rows[3] == ["2026-11-05", "2", "", "", "", "", "", "", "0", "1", "false"])
        #expect(rows.count == 4)
        #expect(try JSONDecoder().decode(IntakeExport.self, from: export.json()) == export)
    }

    @Test(
        "CSV: numbers are plain decimals",
        arguments: [
            (0.1 + 0.2, "0.3"), (1e-7, "0"), (0.000_001, "0.000001"), (1e12, "1000000000000"), (99.999_999_9, "100"),
            (12.05, "12.05"), (1e20, "100000000000000000000"),
        ])
    func numbers(value: Double, expected: String) throws {
        var table = CSVTable(columns: ["a"])
        table.add([.number(value)])
        #expect(try #require(parse(table.data))[1] == [expected])
    }
}
