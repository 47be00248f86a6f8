import FoodCatalogue
import Nourishment
import Quantities

/// A figure with an amount that is known for some of the foods.
func figure(_ sum: Double, _ known: Int = 1, of count: Int = 1) -> NutrientFigure {
    NutrientFigure(sum: NutrientValue(sum), known: known, count: count)
}

/// The nutrients of a day, by default in three slots.
func intake(
    _ figures: [Nutrient: NutrientFigure], on day: CalendarDay = goalDay, slots: Int = 3
) -> DayIntake {
    DayIntake(day: day, figures: figures, slots: slots)
}

/// The goals of a woman of 30 years with 2,000 kcal, or another energy.
func goals(
    energy: Double = 2_000, targets: [Nutrient: Double] = [:], hidesNumbers: Bool = false
) throws -> DailyGoals {
    try DailyGoals(
        GoalRequest(
            body: try body(.female, age: 30, height: 165, weight: 60, .active),
            targets: targets.merging([.energy: energy]) { own, _ in own }, hidesNumbers: hidesNumbers))
}

/// A number of days before a day.
func days(before: Int, _ day: CalendarDay = goalDay) -> CalendarDay { day.adding(days: -before) ?? day }
