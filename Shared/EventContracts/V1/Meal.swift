import Foundation
import Quantities
import Sealing

/// When in the course of a day somebody eats.
package enum MealSlot: String, EventValue, CaseIterable, Hashable {
    case breakfast, lunch, dinner, snack
    /// One that the person has named.
    case custom
}

/// What the person said about a meal in words; sealed as (`meal.words`, meal id).
package struct MealWords: Codable, Sendable, Equatable {
    package var name: String?
    /// Of `MealSlot.custom`.
    package var slotName: String?
    /// What each item is called, by the text of its id; an item that was only counted has no name.
    package var items: [String: String]

    /// Longest name of a meal or an item, in Unicode scalars.
    package static let longestName = 120
    /// Longest name of a slot, in Unicode scalars.
    package static let longestSlot = 40

    package init(name: String? = nil, slotName: String? = nil, items: [String: String] = [:]) {
        self.name = name
        self.slotName = slotName
        self.items = items
    }

    /// What an item is called.
    package subscript(_ item: MealItemID) -> String? {
        get { items[item.description] }
        set { items[item.description] = newValue }
    }
}

/// One item as the person enters it: a food, a name that stands in the meal's words, or figures of the person's own.
package struct MealItemInput: Codable, Sendable, Equatable {
    package var itemID: MealItemID
    /// A food of the catalogue or of the person's own, as `FoodID` writes it.
    package var foodID: String?
    package var savedFoodID: SavedFoodID?
    /// Nil where the person does not say, or the saved food does.
    package var milligrams: Int64?
    /// What the whole item holds, typed by hand: thousandths of the nutrient's unit by its code.
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

/// A meal as the person enters it.
package struct MealEntry: Codable, Sendable, Equatable {
    /// The person's calendar day.
    package var day: CalendarDay
    package var eatenAt: Date
    /// Seconds that the person's clock was ahead of UTC then.
    package var utcOffset: Int
    package var slot: MealSlot
    /// What foods are called in: `en`, `fr`, `es` or `zh`.
    package var language: String
    /// Sealed as (`meal.words`, meal id).
    package var words: Sealed<MealWords>
    package var items: [MealItemInput]

    /// Most items of a meal.
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

/// Order: put a meal into the diary (NUT-02).
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

/// Order: replace a meal; of items whose food stays, the figures stay too.
package struct ChangeMeal: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.change-meal.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var mealID: MealID
    package var version: Int64
    package var meal: MealEntry
    /// Also the day that the meal leaves.
    package var days: [DayVersion]

    package init(accountID: AccountID, mealID: MealID, version: Int64, meal: MealEntry, days: [DayVersion]) {
        self.accountID = accountID
        self.mealID = mealID
        self.version = version
        self.meal = meal
        self.days = days
    }
}

/// Order: take a meal out of the diary; it can be restored for 30 days.
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

/// Order: bring a deleted meal back.
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
