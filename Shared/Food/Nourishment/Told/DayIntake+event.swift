import EventContracts
import FoodCatalogue
import Quantities

extension DayIntake {
    /// Creates the intake from a day's event.
    package init(_ day: DayChanged) {
        self.init(day: day.day, figures: day.totals.known, slots: day.slots.count)
    }
}

extension NutrientSums {
    /// All figures, including nutrients that no food states.
    package var known: [Nutrient: NutrientFigure] {
        Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map { nutrient in
                let sum = sums[nutrient.rawValue]
                let value = NutrientValue(Double(sum?.amount ?? 0) / Double(Self.unitsPerOne))
                return (nutrient, NutrientFigure(sum: value, known: sum?.reported ?? 0, count: of))
            })
    }
}
