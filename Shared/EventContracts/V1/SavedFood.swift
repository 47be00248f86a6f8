import Foundation
import Sealing

/// What a person calls a saved food; sealed as (`saved-food.words`, saved food id).
package struct SavedFoodWords: Codable, Sendable, Equatable {
    package var name: String
    package var notes: String?

    /// Longest notes, in Unicode scalars.
    package static let longestNotes = 500

    package init(name: String, notes: String? = nil) {
        self.name = name
        self.notes = notes
    }
}

/// A food that a person has saved with the usual portion of it.
package struct SavedFood: Codable, Sendable, Equatable {
    /// Sealed as (`saved-food.words`, saved food id).
    package var words: Sealed<SavedFoodWords>
    /// Of the catalogue or of the person's own, as `FoodID` writes it; nil where the figures are typed.
    package var foodID: String?
    /// The usual portion.
    package var milligrams: Int64?
    /// What the portion holds, typed by hand: thousandths of the nutrient's unit by its code.
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

/// Order: save a food (NUT-08).
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

/// Order: replace a saved food.
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

/// Order: take a food out of the saved ones.
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

/// A saved food as it now is.
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
