import Foundation
import Sealing

/// The person's description of an own food; sealed as (`own-food.words`, own food id).
package struct OwnFoodWords: Codable, Sendable, Equatable {
    /// A household measure in the person's words, and its mass.
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
    /// The number under its bar code, for finding it again.
    package var gtin: String?

    /// Maximum number of portions.
    package static let maxPortions = 10
    /// Maximum length of a measure, in Unicode scalars.
    package static let maxMeasureLength = 80

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
    /// Per 100 g: thousandths of the nutrient's unit by its code; a missing nutrient is unknown.
    package var amounts: [String: Int64]

    package init(words: Sealed<OwnFoodWords>, amounts: [String: Int64]) {
        self.words = words
        self.amounts = amounts
    }
}

/// Command: add an own food (NUT-33); other people do not see it.
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

/// Command: replace an own food; recorded meals keep their figures.
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

/// Command: delete an own food; recorded meals do not change.
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

/// Current state of an own food.
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
