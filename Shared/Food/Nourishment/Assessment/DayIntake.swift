import FoodCatalogue
import Quantities

/// A person's recorded intake on a calendar day.
package struct DayIntake: Sendable, Hashable {
    package let day: CalendarDay
    package let figures: [Nutrient: NutrientFigure]
    /// Number of slots, such as breakfast and lunch, with a meal.
    package let slots: Int

    package init(day: CalendarDay, figures: [Nutrient: NutrientFigure], slots: Int) {
        self.day = day
        self.figures = figures
        self.slots = slots
    }

    /// The amount of a nutrient; unknown without an entry.
    package subscript(_ nutrient: Nutrient) -> NutrientFigure { figures[nutrient] ?? NutrientFigure() }

    /// Whether anything was recorded: a day without records is not a day without food.
    package var isLogged: Bool { slots > 0 && self[.energy].count > 0 }

    /// The energy of a recorded day on which every food states it; nil otherwise.
    package var wholeEnergy: Double? {
        let energy = self[.energy]
        return isLogged && energy.isComplete ? energy.sum.value : nil
    }
}
