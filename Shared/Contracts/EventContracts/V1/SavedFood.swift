import Foundation
import Sealing

/// The person's name and notes for a saved food; sealed as (`saved-food.words`, saved food id).
package struct SavedFoodWords: Codable, Sendable, Equatable {
    package var name: String
    package var notes: String?

    /// Maximum length of the notes, in Unicode scalars.
    package static let maxNotesLength = 500

    package init(name: String, notes: String? = nil) {
        self.name = name
        self.notes = notes
    }
}

/// A food that a person saved with its usual portion.
package struct SavedFood: Codable, Sendable, Equatable {
    /// Sealed as (`saved-food.words`, saved food id).
    package var words: Sealed<SavedFoodWords>
    /// A food of the catalog or an own food, in the form of `FoodID`; nil if the figures are typed.
    package var foodID: String?
    /// The usual portion.
    package var milligrams: Int64?
    /// Nutrients of the portion, typed by hand: thousandths of the nutrient's unit by its code.
    package var amounts: [String: Int64]?

    package init(
        words: Sealed<SavedFoodWords>, foodID: String?, milligrams: Int64?, amounts: [String: Int64]?
    ) {
        self.words = words
        self.foodID = foodID
        self.milligrams = milligrams
        self.amounts = amounts
    }
}

/// Command: save a food (NUT-08).
package struct SaveFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.save-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var savedFoodID: SavedFoodID
    package var version: Int64
    package var food: SavedFood

    package init(accountID: AccountID, savedFoodID: SavedFoodID, version: Int64, food: SavedFood) {
        self.accountID = accountID
        self.savedFoodID = savedFoodID
        self.version = version
        self.food = food
    }
}

/// Command: replace a saved food.
package struct ChangeSavedFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.change-saved-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var savedFoodID: SavedFoodID
    package var version: Int64
    package var food: SavedFood

    package init(accountID: AccountID, savedFoodID: SavedFoodID, version: Int64, food: SavedFood) {
        self.accountID = accountID
        self.savedFoodID = savedFoodID
        self.version = version
        self.food = food
    }
}

/// Command: delete a saved food.
package struct DeleteSavedFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.delete-saved-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var savedFoodID: SavedFoodID
    package var version: Int64

    package init(accountID: AccountID, savedFoodID: SavedFoodID, version: Int64) {
        self.accountID = accountID
        self.savedFoodID = savedFoodID
        self.version = version
    }
}

/// Current state of a saved food.
package struct SavedFoodChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.saved-food-changed.v1")
    package static let topic = Topic.nutritionFood

    package var accountID: AccountID
    package var savedFoodID: SavedFoodID
    package var version: Int64
    package var food: SavedFood
    package var savedAt: Date
    /// Set when the person deleted it.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, savedFoodID: SavedFoodID, version: Int64, food: SavedFood, savedAt: Date,
        deletedAt: Date?
    ) {
        self.accountID = accountID
        self.savedFoodID = savedFoodID
        self.version = version
        self.food = food
        self.savedAt = savedAt
        self.deletedAt = deletedAt
    }
}
