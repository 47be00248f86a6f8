import EventContracts
import FoodCatalogue
import Foundation

/// A food of the person's own: like one of the catalogue, as far as the person has told.
struct OwnFoodView: Encodable, Sendable {
    let id: String
    let name: String
    let brand: String?
    let source = MealItem.Source.ownFood
    let portions: [PortionView]
    /// In 100 g, each nutrient there is.
    let nutrients: [String: NutrientView]
    let addedAt: Date
    let version: Int64

    init(_ food: FoodChanged, _ words: OwnFoodWords) {
        id = food.ownFoodID.foodID
        name = words.name
        brand = words.brand
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
        energyKcal = food.food.amounts[Nutrient.energy.rawValue].map { Double($0) / 1_000 }
        portions = words.portions.map(PortionView.init)
        self.isMisspelled = isMisspelled
    }
}

/// A match of either kind.
enum FoundView: Encodable, Sendable {
    case own(FoundOwnFoodView)
    case catalogue(FoundFoodView)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .own(let view): try view.encode(to: encoder)
        case .catalogue(let view): try view.encode(to: encoder)
        }
    }
}

extension PortionView {
    /// A measure of the person's own.
    init(_ portion: OwnFoodWords.Portion) {
        measure = portion.measure
        grams = Double(portion.milligrams) / 1_000
    }
}
