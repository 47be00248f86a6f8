import FoodCatalogue
import IngestionCore
import Nourishment
import Quantities

/// Weekly trends; if the person hides numbers, only the recorded days.
struct TrendView: Encodable, Sendable {
    /// Consecutive days with records.
    struct Row: Encodable, Sendable {
        let current: Int
        let longest: Int
    }

    /// A linear fit through the days with complete amounts.
    struct Line: Encodable, Sendable {
        /// Mean amount per day.
        let mean: Double
        /// Change of the amount per week.
        let perWeek: Double
        /// Number of days in the fit.
        let days: Int
    }

    /// Seven days.
    struct Week: Encodable, Sendable {
        let from: CalendarDay
        let through: CalendarDay
        /// Number of days with records.
        let days: Int
        /// Means of the days with complete amounts, by nutrient name.
        let means: [String: Double]
    }

    let from: CalendarDay
    let through: CalendarDay
    let numbersHidden: Bool
    let streak: Row
    /// The trends by nutrient name, for nutrients with enough days.
    let trends: [String: Line]
    /// The weeks, newest last; the last one ends on the current day.
    let weeks: [Week]

    init(
        _ entries: [TrendRepository.Entry], from: CalendarDay, through: CalendarDay, nutrients: [Nutrient],
        streak: Streak, hidesNumbers: Bool
    ) {
        self.from = from
        self.through = through
        numbersHidden = hidesNumbers
        self.streak = Row(current: streak.current, longest: streak.longest)
        var amounts: [Nutrient: [CalendarDay: Double]] = [:]
        for entry in entries where entry.isWhole { amounts[entry.nutrient, default: [:]][entry.day] = entry.amount }
        var lines: [String: Line] = [:]
        for nutrient in nutrients where !hidesNumbers {
            lines[nutrient.figureName] = Trend(of: amounts[nutrient] ?? [:]).map {
                Line(mean: Self.rounded($0.mean), perWeek: Self.rounded($0.perWeek), days: $0.days)
            }
        }
        trends = lines
        let logged = Set(entries.map(\.day))
        weeks = stride(from: 0, to: from.days(until: through) + 1, by: 7).compactMap { start in
            guard let first = from.adding(days: start), let last = first.adding(days: 6) else { return nil }
            var means: [String: Double] = [:]
            for nutrient in nutrients where !hidesNumbers {
                let known = (amounts[nutrient] ?? [:]).filter { (first...last).contains($0.key) }.values
                guard !known.isEmpty else { continue }
                means[nutrient.figureName] = Self.rounded(known.reduce(0, +) / Double(known.count))
            }
            return Week(
                from: first, through: last, days: logged.filter { (first...last).contains($0) }.count, means: means)
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
