import Foundation
import Sealing

/// What a person says about a food of their own; sealed as (`own-food.words`, own food id).
package struct OwnFoodWords: Codable, Sendable, Equatable {
    /// A household measure in the person's words, and what it weighs.
    package struct Portion: Codable, Sendable, Equatable {
        package var measure: String
        package var milligrams: Int64

        package init(measure: String, milligrams: Int64) {
            self.measure = measure
            self.milligrams = milligrams
        }
    }

    package var name: String
    package var brand: String?
    package var portions: [Portion]
    /// The number under its barcode, by which it is found again.
    package var gtin: String?

    /// Most portions.
    package static let maxPortions = 10
    /// Longest measure, in Unicode scalars.
    package static let longestMeasure = 80

    package init(name: String, brand: String? = nil, portions: [Portion] = [], gtin: String? = nil) {
        self.name = name
        self.brand = brand
        self.portions = portions
        self.gtin = gtin
    }
}

/// A food that a person has added for their own use.
package struct OwnFood: Codable, Sendable, Equatable {
    /// Sealed as (`own-food.words`, own food id).
    package var words: Sealed<OwnFoodWords>
    /// In 100 g: thousandths of the nutrient's unit by its code; what is not there is not known.
    package var amounts: [String: Int64]

    package init(words: Sealed<OwnFoodWords>, amounts: [String: Int64]) {
        self.words = words
        self.amounts = amounts
    }
}

/// Order: add a food of the person's own (NUT-33); nobody else sees it.
package struct AddFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.add-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var ownFoodID: OwnFoodID
    package var version: Int64
    package var food: OwnFood

    package init(accountID: AccountID, ownFoodID: OwnFoodID, version: Int64, food: OwnFood) {
        self.accountID = accountID
        self.ownFoodID = ownFoodID
        self.version = version
        self.food = food
    }
}

/// Order: replace a food of the person's own; meals keep the figures they were recorded with.
package struct ChangeFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.change-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var ownFoodID: OwnFoodID
    package var version: Int64
    package var food: OwnFood

    package init(accountID: AccountID, ownFoodID: OwnFoodID, version: Int64, food: OwnFood) {
        self.accountID = accountID
        self.ownFoodID = ownFoodID
        self.version = version
        self.food = food
    }
}

/// Order: take a food of the person's own away; meals stay as they are.
package struct DeleteFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.delete-food.v1")
    package static let topic = Topic.nutritionCommands

    package var accountID: AccountID
    package var ownFoodID: OwnFoodID
    package var version: Int64

    package init(accountID: AccountID, ownFoodID: OwnFoodID, version: Int64) {
        self.accountID = accountID
        self.ownFoodID = ownFoodID
        self.version = version
    }
}

/// A food of a person's own as it now is.
package struct FoodChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.food-changed.v1")
    package static let topic = Topic.nutritionFood

    package var accountID: AccountID
    package var ownFoodID: OwnFoodID
    package var version: Int64
    package var food: OwnFood
    package var addedAt: Date
    /// Set when the person deleted it.
    package var deletedAt: Date?

    package init(
        accountID: AccountID, ownFoodID: OwnFoodID, version: Int64, food: OwnFood, addedAt: Date,
        deletedAt: Date? = nil
    ) {
        self.accountID = accountID
        self.ownFoodID = ownFoodID
        self.version = version
        self.food = food
        self.addedAt = addedAt
        self.deletedAt = deletedAt
    }
}
