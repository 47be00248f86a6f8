import FoodCatalogue
import Foundation
import Nourishment
import Quantities

/// Nutrients eaten by day, for a system that knows the energy expenditure (NUT-30).
///
/// A day without entries is left out: it is not a day of zero energy.
package struct IntakeExport: Sendable, Hashable, Codable {
    /// One day.
    package struct Day: Sendable, Hashable, Codable {
        package let date: CalendarDay
        package let meals: Int
        /// Energy in kilocalories; this and the following figures are nil if no food states them.
        package let energyKcal: Double?
        package let energyKJ: Double?
        package let proteinG: Double?
        package let fatG: Double?
        package let carbohydrateG: Double?
        package let alcoholG: Double?
        /// Number of foods that state their energy.
        package let reported: Int
        package let of: Int
        /// Whether all foods state their energy, so that the sum is complete.
        package let complete: Bool

        private enum CodingKeys: CodingKey {
            case date, meals, energyKcal, energyKJ, proteinG, fatG, carbohydrateG, alcoholG, reported, of, complete
        }

        /// Unknown values are written as null.
        ///
        /// - Parameter encoder: The target.
        /// - Throws: `EncodingError`.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(date, forKey: .date)
            try container.encode(meals, forKey: .meals)
            try container.encode(energyKcal, forKey: .energyKcal)
            try container.encode(energyKJ, forKey: .energyKJ)
            try container.encode(proteinG, forKey: .proteinG)
            try container.encode(fatG, forKey: .fatG)
            try container.encode(carbohydrateG, forKey: .carbohydrateG)
            try container.encode(alcoholG, forKey: .alcoholG)
            try container.encode(reported, forKey: .reported)
            try container.encode(of, forKey: .of)
            try container.encode(complete, forKey: .complete)
        }

        /// A day with its figures.
        ///
        /// - Parameters:
        ///   - date: The person's calendar day.
        ///   - meals: Number of meals.
        ///   - figures: Eaten nutrients.
        package init(date: CalendarDay, meals: Int, figures: [Nutrient: NutrientFigure]) {
            func known(_ nutrient: Nutrient) -> Double? {
                guard let figure = figures[nutrient], figure.known > 0 else { return nil }
                return figure.sum.value
            }
            let energy = figures[.energy] ?? NutrientFigure()
            self.date = date
            self.meals = meals
            energyKcal = known(.energy)
            energyKJ = known(.energy).map { Kilocalories($0).kilojoules }
            proteinG = known(.protein)
            fatG = known(.fat)
            carbohydrateG = known(.carbohydrate)
            alcoholG = known(.alcohol)
            reported = energy.known
            of = energy.count
            complete = energy.count > 0 && energy.isComplete
        }
    }

    package let from: CalendarDay
    /// The last day, inclusive.
    package let through: CalendarDay
    /// The days in chronological order.
    package let days: [Day]

    /// An export of the days with a meal within a range.
    ///
    /// - Parameters:
    ///   - from: The first day.
    ///   - through: The last day.
    ///   - days: Days in any order.
    package init(from: CalendarDay, through: CalendarDay, days: [Day]) {
        self.from = from
        self.through = through
        self.days = days.filter { $0.meals > 0 && $0.date >= from && $0.date <= through }.sorted { $0.date < $1.date }
    }

    /// The export as JSON with sorted keys.
    ///
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` for a number that is not finite.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    /// The export as comma-separated values, one row per day.
    ///
    /// - Returns: UTF-8.
    package func csv() -> Data {
        var table = CSVTable(columns: [
            "date", "meals", "energyKcal", "energyKJ", "proteinG", "fatG", "carbohydrateG", "alcoholG", "reported",
            "of",
            "complete",
        ])
        for day in days {
            table.add([
                .text(day.date.description), .whole(day.meals), .number(day.energyKcal), .number(day.energyKJ),
                .number(day.proteinG), .number(day.fatG), .number(day.carbohydrateG), .number(day.alcoholG),
                .whole(day.reported), .whole(day.of), .yes(day.complete),
            ])
        }
        return table.data
    }
}
