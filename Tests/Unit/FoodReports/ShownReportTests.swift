import FoodCatalogue
import FoodReports
import Foundation
import Nourishment
import Testing
import UnitSupport

@Suite struct ShownReportTests {
    @Test("NUT-13: simple view: energy and foods with shares, nutrient names only")
    func simple() throws {
        let shown = ShownReport(breakfast(), as: .simple)
        #expect(shown.energy.value == 480)
        #expect(shown.items.map(\.energyKcal) == [180, 198, 102])
        #expect(shown.items.map(\.energyShare) == [0.375, 0.4125, 0.2125])
        #expect(shown.items.map(\.massShare) == [0.6, 0.4, nil])
        #expect(shown.nutrients == nil && shown.energyBySource == nil)
        #expect(shown.nutrientNames == [.protein, .fat, .carbohydrate, .fiber, .alcohol, .iron, .vitaminC])
    }

    @Test("NUT-11: the detailed view shows every nutrient with its amount")
    func detailed() throws {
        let shown = ShownReport(breakfast(), as: .detailed)
        let nutrients = try #require(shown.nutrients)
        let iron = try #require(nutrients.first { $0.nutrient == .iron })
        #expect(iron.value == 4)
        #expect(iron.reported == 2 && iron.of == 3)
        #expect(iron.atLeast)
        #expect(iron.percent == 22)
        #expect(iron.state == .incomplete)
        #expect(iron.upper == 45)
        let vitaminC = try #require(nutrients.first { $0.nutrient == .vitaminC })
        #expect(vitaminC.value == nil && vitaminC.percent == nil)
        #expect(vitaminC.state == .unknown)
        #expect(shown.nutrientNames == nil)
    }

    @Test("report: unknown is null in JSON, a known zero is zero")
    func unknownIsNotZero() throws {
        let json = try #require(
            try JSONSerialization.jsonObject(with: ShownReport(breakfast(), as: .detailed).json()) as? [String: Any])
        let nutrients = try #require(json["nutrients"] as? [[String: Any]])
        func value(_ code: String) -> Double? {
            nutrients.first { $0["nutrient"] as? String == code }?["value"] as? Double
        }
        #expect(value("alcohol") == 0)
        let vitaminC = try #require(nutrients.first { $0["nutrient"] as? String == "vitaminC" })
        #expect(vitaminC["value"] is NSNull && vitaminC["percent"] is NSNull)
        #expect(json["reportId"] as? String == "report-1")
        #expect(json["date"] as? String == "2026-11-22")
    }

    @Test("NUT-12, NUT-29: report: nutrients can be selected")
    func chosen() {
        let shown = ShownReport(breakfast(), as: .detailed, nutrients: [.iron, .energy, .zinc])
        #expect(shown.nutrients?.map(\.nutrient) == [.iron])
        #expect(shown.energy.value == 480)
    }

    @Test("report: energy by source: 4, 9, 4 and 7 kcal per gram, as shares")
    func sources() throws {
        let sources = try #require(ShownReport(breakfast(), as: .detailed).energyBySource)
        #expect(sources.map(\.nutrient) == [.protein, .fat, .carbohydrate, .alcohol])
        // 22 g × 4, 16 g × 9, 36.4 g × 4, 0 g × 7: 377.6 kcal
        #expect(sources.map(\.energyKcal) == [88, 144, 145.6, 0])
        #expect(abs(try #require(sources[1].share) - 144 / 377.6) < 1e-6)
        #expect(abs(sources.compactMap(\.share).reduce(0, +) - 1) < 1e-5)
        #expect(sources.map(\.reported) == [2, 2, 2, 1])
    }

    @Test("report: hidden numbers appear nowhere; words replace them")
    func hidden() throws {
        for view in ReportView.allCases {
            let shown = ShownReport(breakfast(.day, hidesNumbers: true), as: view)
            #expect(shown.band == .wellBelow)
            #expect(shown.energy.value == nil && shown.energy.percent == nil && shown.energy.target == nil)
            #expect(shown.items.allSatisfy { $0.energyKcal == nil && $0.energyShare == nil })
            for amount in shown.nutrients ?? [] {
                #expect(amount.value == nil && amount.percent == nil && amount.target == nil && amount.upper == nil)
            }
            #expect(shown.energyBySource?.allSatisfy { $0.energyKcal == nil && $0.share == nil } ?? true)
            let csv = String(decoding: shown.csv(words: try .builtIn(), in: .english), as: UTF8.self)
            #expect(!csv.contains("480"))
        }
        #expect(
            ShownReport(breakfast(.day, hidesNumbers: true), as: .detailed).nutrients?
                .first { $0.nutrient == .iron }?.state == .incomplete)
    }

    @Test("meal report: has no energy band, because goals are daily")
    func band() {
        #expect(ShownReport(breakfast(.meal), as: .simple).band == nil)
        #expect(ShownReport(breakfast(.day), as: .simple).band == .wellBelow)
    }

    @Test("report: equal ones have equal bytes, and JSON round-trips")
    func roundTrip() throws {
        let shown = ShownReport(breakfast(), as: .detailed)
        #expect(try shown.json() == ShownReport(breakfast(), as: .detailed).json())
        #expect(try JSONDecoder().decode(ShownReport.self, from: shown.json()) == shown)
    }

    @Test("report: an empty one is valid")
    func empty() throws {
        let report = FoodReport(
            id: "r", subject: .day, name: nil, day: reportDay, items: [], targets: [target(.iron, 18)])
        let shown = ShownReport(report, as: .detailed)
        #expect(shown.energy.value == 0 && shown.energy.of == 0)
        #expect(shown.nutrients?.map(\.percent) == [0])
        #expect(shown.energyBySource?.allSatisfy { $0.share == nil } == true)
        _ = try shown.json()
    }

    @Test(
        "NUT-03: totals and shares match an independent integer calculation",
        arguments: 0..<UInt64(UnitRun.rounds(100)))
    func exactSums(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var items: [FoodReport.Item] = []
        var sums: [Nutrient: (sum: Int, known: Int)] = [:]
        let count = Int.random(in: 1...40, using: &random)
        for number in 0..<count {
            var amounts: [Nutrient: Double] = [:]
            for nutrient in Nutrient.allCases where Int.random(in: 0..<4, using: &random) > 0 {
                let thousandths = Int.random(in: 0...5_000_000, using: &random)
                amounts[nutrient] = Double(thousandths) / 1_000
                let known = sums[nutrient] ?? (0, 0)
                sums[nutrient] = (known.sum + thousandths, known.known + 1)
            }
            items.append(item("food \(number)", 100, amounts))
        }
        let shown = ShownReport(
            FoodReport(id: "r", subject: .day, name: nil, day: reportDay, items: items), as: .detailed)
        let amounts = [shown.energy] + (shown.nutrients ?? [])
        for amount in amounts where amount.value != nil {
            let expected = try #require(sums[amount.nutrient])
            // As integer thousandths, so that none is lost.
            #expect(Int((try #require(amount.value) * 1_000).rounded()) == expected.sum, "\(amount.nutrient)")
            #expect(amount.value == Double(expected.sum) / 1_000, "\(amount.nutrient)")
            #expect(amount.reported == expected.known && amount.of == count)
        }
        #expect(Set(amounts.filter { $0.value != nil }.map(\.nutrient)) == Set(sums.keys))
        if let energy = sums[.energy], energy.sum > 0 {
            let shares = shown.items.compactMap(\.energyShare)
            #expect(abs(shares.reduce(0, +) - 1) < 1e-4)
        }
    }
}
