import Foundation
import Quantities
import Sealing

/// The part of the day in which a meal is eaten.
package enum MealSlot: String, EventValue, CaseIterable, Hashable {
    case breakfast, lunch, dinner, snack
    /// A slot named by the person.
    case custom
}

/// The person's words for a meal; sealed as (`meal.words`, meal id).
package struct MealWords: Codable, Sendable, Equatable {
    package var name: String?
    /// The name for `MealSlot.custom`.
    package var slotName: String?
    /// Names of the items, by the text of their ids; an item that was only counted has no name.
    package var items: [String: String]

    /// Maximum length of the name of a meal or an item, in Unicode scalars.
    package static let maxNameLength = 120
    /// Maximum length of a slot's name, in Unicode scalars.
    package static let maxSlotLength = 40

    package init(name: String? = nil, slotName: String? = nil, items: [String: String] = [:]) {
        self.name = name
        self.slotName = slotName
        self.items = items
    }

    /// The name of an item.
    package subscript(_ item: MealItemID) -> String? {
        get { items[item.description] }
        set { items[item.description] = newValue }
    }
}

/// One item as entered: a food, a name (kept in `MealWords`), or figures typed by hand.
package struct MealItemInput: Codable, Sendable, Equatable {
    package var itemID: MealItemID
    /// A food of the catalog or an own food, in the form of `FoodID`.
    package var foodID: String?
    package var savedFoodID: SavedFoodID?
    /// Nil if not stated, or if the saved food states it.
    package var milligrams: Int64?
    /// Nutrients of the whole item, typed by hand: thousandths of the nutrient's unit by its code.
    package var amounts: [String: Int64]?

    package init(
        itemID: MealItemID, foodID: String? = nil, savedFoodID: SavedFoodID? = nil, milligrams: Int64? = nil,
        amounts: [String: Int64]? = nil
    ) {
        self.itemID = itemID
        self.foodID = foodID
        self.savedFoodID = savedFoodID
        self.milligrams = milligrams
        self.amounts = amounts
    }
}

/// A meal as entered.
package struct MealEntry: Codable, Sendable, Equatable {
    /// The person's local day.
    package var day: CalendarDay
    package var eatenAt: Date
    /// Offset of the person's clock from UTC at that time, in seconds, positive to the east.
    package var utcOffset: Int
    package var slot: MealSlot
    /// The language of food names: `en`, `fr`, `es` or `zh`.
    package var language: String
    /// Sealed as (`meal.words`, meal id).
    package var words: Sealed<MealWords>
    package var items: [MealItemInput]

    /// Maximum number of items of a meal.
    package static let maxItems = 50

    package init(
        day: CalendarDay, eatenAt: Date, utcOffset: Int, slot: MealSlot, language: String, words: Sealed<MealWords>,
        items: [MealItemInput]
    ) {
        self.day = day
        self.eatenAt = eatenAt
        self.utcOffset = utcOffset
        self.slot = slot
        self.language = language
        self.words = words
        self.items = items
    }
}

/// The version that a day gets with a change of its meals; the gateway numbers versions.
package struct DayVersion: Codable, Sendable, Equatable {
    package var day: CalendarDay
    package var version: Int64

    package init(day: CalendarDay, version: Int64) {
        self.day = day
        self.version = version
    }
}

/// Command: record a meal (NUT-02).
package struct RecordMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.record-meal.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var meal: MealEntry
    package var days: [DayVersion]

    package init(accountID: AccountID, mealID: MealID, version: Int64, meal: MealEntry, days: [DayVersion]) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.meal = meal
        self.days = days
    }
}

/// Command: replace a meal; items whose food is unchanged keep their figures.
package struct ChangeMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.change-meal.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var meal: MealEntry
    /// Includes the day that the meal leaves.
    package var days: [DayVersion]

    package init(accountID: AccountID, mealID: MealID, version: Int64, meal: MealEntry, days: [DayVersion]) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.meal = meal
        self.days = days
    }
}

/// Command: delete a meal; it can be restored for 30 days.
package struct DeleteMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.delete-meal.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var days: [DayVersion]

    package init(accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion]) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.days = days
    }
}

/// Command: restore a deleted meal.
package struct RestoreMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.restore-meal.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var days: [DayVersion]

    package init(accountID: AccountID, mealID: MealID, version: Int64, days: [DayVersion]) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.days = days
    }
}
