import FoodCatalogue
import Nourishment
import Quantities

/// What a meal or a day amounts to, food by food and nutrient by nutrient (NUT-09, NUT-11).
///
/// It is the whole of what can be said; what somebody gets to see of it is a `ShownReport`.
package struct FoodReport: Sendable, Hashable {
    /// What it is about; the raw value is the code on the wire.
    package enum Subject: String, Sendable, Codable {
        case meal, day
    }

    /// One food that was eaten.
    package struct Item: Sendable, Hashable {
        /// What the person calls it; nil for one that was only counted.
        package let name: String?
        /// In grams; nil where nobody has said.
        package let mass: Double?
        /// What is in all of it.
        package let amounts: NutrientAmounts

        package init(name: String?, mass: Double?, amounts: NutrientAmounts) {
            self.name = name
            self.mass = mass
            self.amounts = amounts
        }
    }

    /// Names the report for ever.
    package let id: String
    package let subject: Subject
    /// What the person calls the meal.
    package let name: String?
    package let day: CalendarDay
    package let items: [Item]
    package let targets: [DailyTarget]
    /// Whether the person wants words in the place of numbers.
    package let hidesNumbers: Bool
    private let totals: NutrientTotals

    /// A report of foods.
    ///
    /// - Parameters:
    ///   - id: Names it for ever.
    ///   - subject: What it is about.
    ///   - name: What the person calls the meal.
    ///   - day: The calendar day.
    ///   - items: What was eaten, in the person's order.
    ///   - targets: What is aimed at in a day.
    ///   - hidesNumbers: Whether the person wants words in the place of numbers.
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

    /// How much there is of a nutrient.
    package subscript(_ nutrient: Nutrient) -> NutrientFigure { totals[nutrient] }

    /// The target of a nutrient; nil where there is none.
    package func target(of nutrient: Nutrient) -> DailyTarget? { targets.first { $0.nutrient == nutrient } }
}

/// Energy by what it comes from: 4 kcal in a gram of protein and carbohydrate, 9 in one of fat, 7 in one of alcohol.
package struct EnergySource: Sendable, Hashable {
    package let nutrient: Nutrient
    /// Nil where no food tells the nutrient.
    package let energy: Kilocalories?
    /// Of the energy of all sources, 0 to 1; nil where that is not known or nothing.
    package let share: Double?
    /// The figure of grams that it is reckoned from.
    package let grams: NutrientFigure

    /// The sources of the energy of foods; their sum may differ from the tables' energy, which has finer factors.
    ///
    /// - Parameter report: The foods.
    /// - Returns: One for each of protein, fat, carbohydrate and alcohol.
    package static func all(in report: FoodReport) -> [EnergySource] {
        let energies = [Nutrient.protein, .fat, .carbohydrate, .alcohol].map { nutrient in
            (nutrient, report[nutrient].sum.value * (EnergySplit.energyOfGram(nutrient) ?? 0))
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
