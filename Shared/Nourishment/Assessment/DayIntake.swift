import FoodCatalogue
import Quantities

/// What a person has eaten on a calendar day, as far as it was entered.
package struct DayIntake: Sendable, Hashable {
    package let day: CalendarDay
    package let figures: [Nutrient: NutrientFigure]
    /// How many slots of the day, such as breakfast and lunch, have a meal.
    package let slots: Int

    package init(day: CalendarDay, figures: [Nutrient: NutrientFigure], slots: Int) {
        self.day = day
        self.figures = figures
        self.slots = slots
    }

    /// How much of a nutrient; of nothing entered, nothing is told.
    package subscript(_ nutrient: Nutrient) -> NutrientFigure { figures[nutrient] ?? NutrientFigure() }

    /// Whether anything was entered: a day without food in the records is no day without food.
    package var isLogged: Bool { slots > 0 && self[.energy].count > 0 }

    /// The energy of a logged day on which every food tells it; nil for any other.
    package var wholeEnergy: Double? {
        let energy = self[.energy]
        return isLogged && energy.isComplete ? energy.sum.value : nil
    }
}
