import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore

/// A saved food in the form for its owner.
struct SavedFoodView: Encodable, Sendable {
    let id: SavedFoodID
    let name: String
    let notes: String?
    /// The id of the food; nil if the figures are typed.
    let foodID: String?
    /// Mass of the usual portion, in grams.
    let grams: Double?
    /// Typed figures of the portion, by name.
    let nutrients: [String: Double]?
    let savedAt: Date
    let version: Int64

    init(_ saved: SavedFoodChanged, _ words: SavedFoodWords) {
        id = saved.savedFoodID
        name = words.name
        notes = words.notes
        foodID = saved.food.foodID
        grams = saved.food.milligrams.map { Double($0) / 1_000 }
        nutrients = saved.food.amounts.map(Nutrient.named)
        savedAt = saved.savedAt
        version = saved.version
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, notes, grams, nutrients, savedAt, version
        case foodID = "foodId"
    }
}

extension Nutrient {
    /// Converts thousandths by nutrient code to numbers by figure name.
    static func named(_ amounts: [String: Int64]) -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: amounts.compactMap { code, amount in
                Nutrient(rawValue: code).map { ($0.figureName, Double(amount) / 1_000) }
            })
    }
}
