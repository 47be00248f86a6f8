import Foundation
import Quantities
import Sealing

/// One item of a meal with the figures at the time it was recorded; later changes of a food do not affect them.
package struct MealItem: Codable, Sendable, Equatable {
    /// The source of the figures.
    package enum Source: String, EventValue, CaseIterable {
        /// The built-in or imported catalog.
        case catalogue
        /// An own food of the person.
        case ownFood
        /// Typed by hand with the item, or with the saved food.
        case typed
        /// The content is unknown.
        case none
    }

    /// The basis of the amounts.
    package enum Basis: String, EventValue, CaseIterable {
        case hundredGrams, wholeItem
    }

    package var itemID: MealItemID
    /// In the form of `FoodID`; nil for a food that is in no table.
    package var foodID: String?
    package var savedFoodID: SavedFoodID?
    package var source: Source
    /// Nil if unknown.
    package var milligrams: Int64?
    package var basis: Basis
    /// Thousandths of the nutrient's unit by its code; a missing nutrient is unknown.
    package var amounts: [String: Int64]
    /// The model's original result, independent of later corrections; nil for items not from a photo.
    package var seen: SeenFood?

    package init(
        itemID: MealItemID, foodID: String?, savedFoodID: SavedFoodID? = nil, source: Source, milligrams: Int64?,
        basis: Basis, amounts: [String: Int64], seen: SeenFood? = nil
    ) {
        self.itemID = itemID
        self.foodID = foodID
        self.savedFoodID = savedFoodID
        self.source = source
        self.milligrams = milligrams
        self.basis = basis
        self.amounts = amounts
        self.seen = seen
    }
}

/// Sums of each nutrient over several foods, exact: in hundred-millionths of the nutrient's unit.
package struct NutrientSums: Codable, Sendable, Equatable {
    /// The sum of one nutrient.
    package struct Sum: Codable, Sendable, Equatable {
        package var amount: Int64
        /// Number of foods that state the nutrient.
        package var reported: Int

        package init(amount: Int64, reported: Int) {
            self.amount = amount
            self.reported = reported
        }
    }

    /// Units of `Sum.amount` in one unit of the nutrient.
    package static let unitsPerOne: Int64 = 100_000_000

    /// Number of foods.
    package var of: Int
    /// By the nutrient's code; a nutrient that no food states is missing.
    package var sums: [String: Sum]

    package init(of count: Int = 0, sums: [String: Sum] = [:]) {
        of = count
        self.sums = sums
    }
}

/// Current state of a meal (NUT-03, NUT-32).
package struct MealChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.meal-changed.v1")
    package static let topic = Topic.nutritionMeal

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var day: CalendarDay
    package var eatenAt: Date
    /// Offset of the person's clock from UTC at that time, in seconds, positive to the east.
    package var utcOffset: Int
    package var slot: MealSlot
    /// Sealed as (`meal.words`, meal id); every item with a food has a name.
    package var words: Sealed<MealWords>
    package var items: [MealItem]
    package var totals: NutrientSums
    package var recordedAt: Date
    /// Set when the person deleted the meal; it can be restored for 30 days.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, mealID: MealID, version: Int64, day: CalendarDay, eatenAt: Date, utcOffset: Int,
        slot: MealSlot, words: Sealed<MealWords>, items: [MealItem], totals: NutrientSums, recordedAt: Date,
        deletedAt: Date?
    ) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.day = day
        self.eatenAt = eatenAt
        self.utcOffset = utcOffset
        self.slot = slot
        self.words = words
        self.items = items
        self.totals = totals
        self.recordedAt = recordedAt
        self.deletedAt = deletedAt
    }
}
