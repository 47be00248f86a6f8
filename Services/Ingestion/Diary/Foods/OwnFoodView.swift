import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// A food of the person's own: like one of the catalogue, as far as the person has told.
struct OwnFoodView: Encodable, Sendable {
    let id: String
    let name: String
    let brand: String?
    let source = MealItem.Source.ownFood
    /// The number under its barcode.
    let gtin: String?
    let portions: [PortionView]
    /// In 100 g, each nutrient there is.
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

/// A food of the person's own as a list of matches shows it.
struct FoundOwnFoodView: Encodable, Sendable {
    let id: String
    let name: String
    let brand: String?
    let gtin: String?
    let source = MealItem.Source.ownFood
    /// Kilocalories in 100 g; absent while they are not known.
    let energyKcal: Double?
    let portions: [PortionView]
    /// Whether letters of the query had to be put right.
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

/// A saved food as a list of matches shows it.
struct FoundSavedFoodView: Encodable, Sendable {
    let id: String
    /// The id that meals refer to.
    let savedFoodID: SavedFoodID
    let name: String
    let source = "savedFood"
    let portions: [PortionView] = []
    /// Absent where the figures are typed.
    let foodID: String?
    /// The usual portion.
    let grams: Double?
    /// Kilocalories of the portion, where they are typed.
    let energyKcal: Double?
    /// Whether letters of the query had to be put right.
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

/// A match of any kind.
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
