import Foundation

/// A food of the shared catalog, beside the built-in ones.
package struct SharedFood: Codable, Sendable, Equatable {
    /// A household measure by language, and its mass.
    package struct Portion: Codable, Sendable, Equatable {
        package var measures: [String: String]
        package var milligrams: Int64

        package init(measures: [String: String], milligrams: Int64) {
            self.measures = measures
            self.milligrams = milligrams
        }
    }

    /// Names by language: `en`, `fr`, `es`, `zh`; at least one.
    package var names: [String: String]
    package var brand: String?
    /// Per 100 g: thousandths of the nutrient's unit by its code; a missing nutrient is unknown.
    package var amounts: [String: Int64]
    package var portions: [Portion]
    /// The number under its barcode.
    package var gtin: String?

    package init(
        names: [String: String], brand: String? = nil, amounts: [String: Int64], portions: [Portion] = [],
        gtin: String? = nil
    ) {
        self.names = names
        self.brand = brand
        self.amounts = amounts
        self.portions = portions
        self.gtin = gtin
    }
}

/// Staff command: set a food of the catalog; without `food` it is withdrawn (GW-26).
///
/// Recorded meals keep their figures.
package struct SetCatalogueFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.set-catalogue-food.v1")
    package static let topic = Topic.nutritionCommands

    /// The account of the staff member.
    package var accountID: AccountID
    package var foodID: String
    /// The version that the change was based on; 0 for a food that is new or only built-in.
    package var basedOn: Int64
    package var food: SharedFood?

    package init(accountID: AccountID, foodID: String, basedOn: Int64, food: SharedFood?) {
        self.accountID = accountID
        self.foodID = foodID
        self.basedOn = basedOn
        self.food = food
    }
}

/// Current state of a catalog food; overrides a built-in food with the same id.
package struct CatalogueFoodChanged: EventBody {
    package static let type = EventType("foodmagic.nutrition.catalogue-food-changed.v1")
    package static let topic = Topic.nutritionCatalogue

    package var foodID: String
    package var version: Int64
    /// The origin of the food: `staff` or `submission`; no person is named.
    package var origin: String
    package var food: SharedFood
    package var changedAt: Date
    /// Set when it was withdrawn: it is no longer found.
    package var withdrawnAt: Date?

    package init(
        foodID: String, version: Int64, origin: String, food: SharedFood, changedAt: Date, withdrawnAt: Date? = nil
    ) {
        self.foodID = foodID
        self.version = version
        self.origin = origin
        self.food = food
        self.changedAt = changedAt
        self.withdrawnAt = withdrawnAt
    }
}
