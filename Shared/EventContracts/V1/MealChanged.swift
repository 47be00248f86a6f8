import Foundation
import Quantities
import Sealing

/// One item of a meal with the figures it was recorded with, which no later change of a food touches.
package struct MealItem: Codable, Sendable, Equatable {
    /// Where the figures come from.
    package enum Source: String, EventValue, CaseIterable {
        /// The foods that every installation knows.
        case catalogue
        /// A food of the person's own.
        case ownFood
        /// Typed by hand with the item, or with the saved food.
        case typed
        /// Nobody knows what is in it.
        case none
    }

    /// What the amounts are in.
    package enum Basis: String, EventValue, CaseIterable {
        case hundredGrams, wholeItem
    }

    package var itemID: MealItemID
    /// As `FoodID` writes it; nil for what stands in no table.
    package var foodID: String?
    package var savedFoodID: SavedFoodID?
    package var source: Source
    /// Nil where nobody has said.
    package var milligrams: Int64?
    package var basis: Basis
    /// Thousandths of the nutrient's unit by its code; what is not there is not known.
    package var amounts: [String: Int64]
    /// What a model saw, whatever the person has made of it since; nil of what nobody photographed.
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

/// How much of each nutrient several foods hold together, exactly: whole hundred-millionths of the nutrient's unit.
package struct NutrientSums: Codable, Sendable, Equatable {
    /// What is known of one nutrient.
    package struct Sum: Codable, Sendable, Equatable {
        package var amount: Int64
        /// How many of the foods tell it.
        package var reported: Int

        package init(amount: Int64, reported: Int) {
            self.amount = amount
            self.reported = reported
        }
    }

    /// Of a nutrient's unit that `Sum.amount` counts.
    package static let unitsPerOne: Int64 = 100_000_000

    /// How many foods there are.
    package var of: Int
    /// By the nutrient's code; what no food tells is not there.
    package var sums: [String: Sum]

    package init(of count: Int = 0, sums: [String: Sum] = [:]) {
        of = count
        self.sums = sums
    }
}

/// A meal as it now is (NUT-03, NUT-32).
package struct MealChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.meal-changed.v1")
    package static let topic = Topic.nutritionMeal

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var day: CalendarDay
    package var eatenAt: Date
    /// Seconds that the person's clock was ahead of UTC then.
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
