import EventContracts
import Foundation
import IngestionCore
import Quantities

/// Suggestions of foods to enter now.
struct SuggestionsView: Encodable, Sendable {
    /// A food with its usual portion.
    struct Food: Encodable, Sendable {
        let foodID: String?
        let savedFoodID: SavedFoodID?
        let name: String
        let grams: Double?
        let lastEatenOn: CalendarDay

        private enum CodingKeys: String, CodingKey {
            case foodID = "foodId"
            case savedFoodID = "savedFoodId"
            case name, grams, lastEatenOn
        }
    }

    /// A meal as last recorded; its items are a template for a new one.
    struct Meal: Encodable, Sendable {
        let mealID: MealID
        let name: String?
        let slot: String
        let items: [MealItemView]
        let lastEatenOn: CalendarDay

        init(_ meal: MealView, lastEatenOn: CalendarDay) {
            mealID = meal.id
            name = meal.name
            slot = meal.slot
            items = meal.items
            self.lastEatenOn = lastEatenOn
        }

        private enum CodingKeys: String, CodingKey {
            case mealID = "mealId"
            case name, slot, items, lastEatenOn
        }
    }

    let slot: String
    let foods: [Food]
    let meals: [Meal]
}
