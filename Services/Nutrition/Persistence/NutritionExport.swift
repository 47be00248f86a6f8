import EventContracts
import Messaging
import Quantities
import Sealing

/// The data export of `nutrition`.
package enum NutritionExport {
    /// The exported tables.
    package static let list = ExportList([
        .rows(of: "meals", opening: [.sealed("words", by: "meal_id", SealingContext.mealWords)]),
        .rows(
            of: "days",
            opening: [
                .sealed("slot_names", byText: "day") { text, account in
                    CalendarDay(text).map { .daySlotNames(DayID($0, of: account), of: account) }
                }
            ]),
        .rows(of: "goals", opening: [.sealed("settings.basis", SealingContext.goalBasis)]),
        .rows(of: "goal_periods", opening: [.sealed("settings.basis", SealingContext.goalBasis)]),
        .rows(of: "saved_foods", opening: [.sealed("words", by: "saved_food_id", SealingContext.savedFoodWords)]),
        .rows(of: "own_foods", opening: [.sealed("words", by: "own_food_id", SealingContext.ownFoodWords)]),
        .rows(of: "food_submissions", opening: [.sealed("words", by: "own_food_id", SealingContext.ownFoodWords)]),
    ])
}
