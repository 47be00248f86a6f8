import EventContracts
import FoodCatalogue
import Quantities

extension DayIntake {
    /// What a day was told to amount to.
    package init(_ day: DayChanged) {
        self.init(day: day.day, figures: day.totals.known, slots: day.slots.count)
    }
}

extension NutrientSums {
    /// Every figure, also of nutrients that no food tells.
    package var known: [Nutrient: NutrientFigure] {
        Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map { nutrient in
                let sum = sums[nutrient.rawValue]
                let value = NutrientValue(Double(sum?.amount ?? 0) / Double(Self.unitsPerOne))
                return (nutrient, NutrientFigure(sum: value, known: sum?.reported ?? 0, count: of))
            })
    }
}
