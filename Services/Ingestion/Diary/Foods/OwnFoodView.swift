import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// An own food in the form of a catalog food, with the facts that the person gave.
struct OwnFoodView: Encodable, Sendable {
    let id: String
    let name: String
    let brand: String?
    let source = MealItem.Source.ownFood
    /// The number of the food's bar code.
    let gtin: String?
    let portions: [PortionView]
    /// Amounts of all nutrients per 100 g.
    let nutrients: [String: NutrientView]
    let addedAt: Date
    let version: Int64

    init(_ food: FoodChanged, _ words: OwnFoodWords) {
        id = food.ownFoodID.foodID
        name = words.name
        brand = words.brand
        gtin = words.gtin
        portions = words.portions.map(PortionView.init)
        nutrients = NutrientView.all(thousandths: food.food.amounts)
        addedAt = food.addedAt
        version = food.version
    }
}

/// An own food in a list of search results.
struct FoundOwnFoodView: Encodable, Sendable {
    let id: String
    let name: String
    let brand: String?
    let gtin: String?
    let source = MealItem.Source.ownFood
    /// Kilocalories per 100 g; absent if unknown.
    let energyKcal: Double?
    let portions: [PortionView]
    /// Whether letters of the query had to be corrected.
    let isMisspelled: Bool

    init(_ food: FoodChanged, _ words: OwnFoodWords, isMisspelled: Bool) {
        id = food.ownFoodID.foodID
        name = words.name
        brand = words.brand
        gtin = words.gtin
        energyKcal = food.food.amounts[Nutrient.energy.rawValue].map { Double($0) / 1_000 }
        portions = words.portions.map(PortionView.init)
        self.isMisspelled = isMisspelled
    }
}

/// A saved food in a list of search results.
struct FoundSavedFoodView: Encodable, Sendable {
    let id: String
    /// The id that meals refer to.
    let savedFoodID: SavedFoodID
    let name: String
    let source = "savedFood"
    let portions: [PortionView] = []
    /// The id of the food; nil if the figures are typed.
    let foodID: String?
    /// Mass of the usual portion, in grams.
    let grams: Double?
    /// Kilocalories of the portion, if typed.
    let energyKcal: Double?
    /// Whether letters of the query had to be corrected.
    let isMisspelled: Bool

    init(_ saved: SavedFoodChanged, _ words: SavedFoodWords, isMisspelled: Bool) {
        id = "saved-\(saved.savedFoodID)"
        savedFoodID = saved.savedFoodID
        name = words.name
        foodID = saved.food.foodID
        grams = saved.food.milligrams.map { Double($0) / 1_000 }
        energyKcal = saved.food.amounts?[Nutrient.energy.rawValue].map { Double($0) / 1_000 }
        self.isMisspelled = isMisspelled
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, source, portions, grams, energyKcal, isMisspelled
        case savedFoodID = "savedFoodId"
        case foodID = "foodId"
    }
}

/// A search result of any kind.
enum FoundView: Encodable, Sendable {
    case own(FoundOwnFoodView)
    case saved(FoundSavedFoodView)
    case catalogue(FoundFoodView)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .own(let view): try view.encode(to: encoder)
        case .saved(let view): try view.encode(to: encoder)
        case .catalogue(let view): try view.encode(to: encoder)
        }
    }
}
