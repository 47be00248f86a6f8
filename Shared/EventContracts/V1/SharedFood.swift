import Foundation

/// A food that everybody has, beside those that every installation knows.
package struct SharedFood: Codable, Sendable, Equatable {
    /// A household measure by language, and what it weighs.
    package struct Portion: Codable, Sendable, Equatable {
        package var measures: [String: String]
        package var milligrams: Int64

        package init(measures: [String: String], milligrams: Int64) {
            self.measures = measures
            self.milligrams = milligrams
        }
    }

    /// By language: `en`, `fr`, `es`, `zh`; at least one.
    package var names: [String: String]
    package var brand: String?
    /// In 100 g: thousandths of the nutrient's unit by its code; what is not there is not known.
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

/// Order of the staff: this is what a food of the catalogue is from now on; without `food` it is taken out (GW-26).
///
/// Meals keep the figures that they were recorded with.
package struct SetCatalogueFood: PersonalEventBody {
    package static let type = EventType("foodmagic.nutrition.set-catalogue-food.v1")
    package static let topic = Topic.nutritionCommands

    /// Of the member of the staff.
    package var accountID: AccountID
    package var foodID: String
    /// The version that the change was made of; 0 of a food that is new or only known by the program.
    package var basedOn: Int64
    package var food: SharedFood?

    package init(accountID: AccountID, foodID: String, basedOn: Int64, food: SharedFood?) {
        self.accountID = accountID
        self.foodID = foodID
        self.basedOn = basedOn
        self.food = food
    }
}

/// A food of the catalogue as it now is; goes before one of the same id that the program knows.
package struct CatalogueFoodChanged: EventBody {
    package static let type = EventType("foodmagic.nutrition.catalogue-food-changed.v1")
    package static let topic = Topic.nutritionCatalogue

    package var foodID: String
    package var version: Int64
    /// Where it is from: `staff` or `submission`; no person is named.
    package var origin: String
    package var food: SharedFood
    package var changedAt: Date
    /// Set when it was taken out: nobody finds it any more.
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
