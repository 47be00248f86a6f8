import FoodCatalogue
import Nourishment
import Quantities

/// The nutrients of a meal or a day, by food and by nutrient (NUT-09, NUT-11).
///
/// It contains all figures; a `ShownReport` contains those of one view.
package struct FoodReport: Sendable, Hashable {
    /// The kind of report; the raw value is the code on the wire.
    package enum Subject: String, Sendable, Codable {
        case meal, day
    }

    /// One food that was eaten.
    package struct Item: Sendable, Hashable {
        /// The person's name for the food; nil without one.
        package let name: String?
        /// The mass in grams; nil if unknown.
        package let mass: Double?
        /// Amounts of nutrients in the whole mass.
        package let amounts: NutrientAmounts

        package init(name: String?, mass: Double?, amounts: NutrientAmounts) {
            self.name = name
            self.mass = mass
            self.amounts = amounts
        }
    }

    /// The permanent id of the report.
    package let id: String
    package let subject: Subject
    /// The person's name for the meal.
    package let name: String?
    package let day: CalendarDay
    package let items: [Item]
    package let targets: [DailyTarget]
    /// Whether the person wants words instead of numbers.
    package let hidesNumbers: Bool
    private let totals: NutrientTotals

    /// A report of foods.
    ///
    /// - Parameters:
    ///   - id: Its permanent id.
    ///   - subject: The kind of report.
    ///   - name: The person's name for the meal.
    ///   - day: The calendar day.
    ///   - items: Eaten foods, in the person's order.
    ///   - targets: The daily targets.
    ///   - hidesNumbers: Whether the person wants words instead of numbers.
    package init(
        id: String, subject: Subject, name: String?, day: CalendarDay, items: [Item], targets: [DailyTarget] = [],
        hidesNumbers: Bool = false
    ) {
        self.id = id
        self.subject = subject
        self.name = name
        self.day = day
        self.items = items
        self.targets = targets
        self.hidesNumbers = hidesNumbers
        var totals = NutrientTotals()
        for item in items { totals.add(item.amounts) }
        self.totals = totals
    }

    /// The total amount of a nutrient.
    package subscript(_ nutrient: Nutrient) -> NutrientFigure { totals[nutrient] }

    /// The target of a nutrient, if any.
    package func target(of nutrient: Nutrient) -> DailyTarget? { targets.first { $0.nutrient == nutrient } }
}

/// Energy by source, computed with the general factors (`Nutrient.kilocaloriesPerGram`).
package struct EnergySource: Sendable, Hashable {
    package let nutrient: Nutrient
    /// Energy of the source; nil if no food states the nutrient.
    package let energy: Kilocalories?
    /// Share of the energy of all sources, 0 to 1; nil if that is unknown or zero.
    package let share: Double?
    /// The mass from which the energy is computed, in grams.
    package let grams: NutrientFigure

    /// The sources of the foods' energy; their sum may differ from the energy in the tables, which use more specific
    /// factors.
    ///
    /// - Parameter report: The foods.
    /// - Returns: One source for each of protein, fat, carbohydrate and alcohol.
    package static func all(in report: FoodReport) -> [EnergySource] {
        let energies = [Nutrient.protein, .fat, .carbohydrate, .alcohol].map { nutrient in
            (nutrient, report[nutrient].sum.value * (nutrient.kilocaloriesPerGram ?? 0))
        }
        let whole = energies.reduce(0) { $0 + $1.1 }
        return energies.map { nutrient, energy in
            let figure = report[nutrient]
            let isKnown = figure.known > 0 || figure.count == 0
            return EnergySource(
                nutrient: nutrient, energy: isKnown ? Kilocalories(energy) : nil,
                share: isKnown && whole > 0 ? energy / whole : nil, grams: figure)
        }
    }
}
