import Foundation

/// The typed sample meal and its expected result.
struct DemoMeal: Codable, Sendable {
    struct Item: Codable, Sendable {
        let name: String
        let grams: Double
    }

    let name: String
    let items: [Item]
    /// Expected kilocalories, number of items that state them, and number of items.
    let expected: Expectation

    struct Expectation: Codable, Sendable, Equatable {
        let energyKcal: Double
        let reported: Int
        let of: Int
    }

    /// A meal and the totals of its day.
    struct Outcome: Codable, Sendable {
        let meal: GatewayModels.Meal
        let day: GatewayModels.Day
        /// Time from sending the meal to receiving its totals, in milliseconds.
        let milliseconds: Double
        /// Differences from the expected result; empty if none.
        let differences: [String]
    }

    /// Missing and extra values of a response, in words; empty if none.
    func differences(to meal: GatewayModels.Meal, _ day: GatewayModels.Day) -> [String] {
        func words(_ figure: GatewayModels.Figure?) -> String {
            guard let figure else { return "nothing" }
            let value = figure.value.map { $0.formatted(.number.grouping(.never)) } ?? "unknown"
            return "\(value) kcal, \(figure.reported) of \(figure.of)"
        }
        let wanted = GatewayModels.Figure(
            value: expected.energyKcal, reported: expected.reported, of: expected.of)
        return [("meal", meal.totals["energyKcal"]), ("day", day.totals["energyKcal"])].compactMap { name, figure in
            figure == wanted ? nil : "\(name): expected \(words(wanted)), got \(words(figure))"
        }
    }
}
