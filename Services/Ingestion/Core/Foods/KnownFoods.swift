import EventContracts
import FoodCatalogue
import Foundation
import Quantities
import Sealing

/// Looks up foods by id, in the catalog and among a person's own, with names and nutrients.
package struct KnownFoods: Sendable {
    /// One food.
    package struct Food: Sendable {
        package let name: String
        /// Amounts of nutrients per 100 g.
        package let amounts: NutrientAmounts

        package init(name: String, amounts: NutrientAmounts) {
            self.name = name
            self.amounts = amounts
        }
    }

    package let foodSearch: FoodSearch
    package let resources: ResourceReader
    package let sealer: Sealer

    /// The foods with these ids that exist.
    ///
    /// - Parameters:
    ///   - ids: The ids, in the form of `FoodID`.
    ///   - account: The owner of own foods.
    ///   - language: The language of catalog names.
    /// - Returns: The foods by their ids.
    /// - Throws: The errors of the food search, a `PostgresError`, or a `SealingError`.
    package func foods(
        _ ids: some Sequence<String>, of account: AccountID, in language: FoodLanguage
    ) async throws -> [String: Food] {
        var found: [String: Food] = [:], own: [UUID] = [], catalogue: [FoodID] = []
        for id in Set(ids) {
            if let id = OwnFoodID(foodID: id) {
                own.append(id.uuid)
            } else if let id = FoodID(id) {
                catalogue.append(id)
            }
        }
        for food in try await foodSearch.foods(catalogue) {
            found[food.id.value] = Food(name: food.shownName(in: language).text, amounts: food.amounts)
        }
        for document in try await DocumentRepository.read(.ownFood, ids: own, of: account, in: resources.database) {
            let food = try EventCoding.decode(FoodChanged.self, from: document.body)
            let words = try await sealer.open(food.food.words, .ownFoodWords(food.ownFoodID, of: account))
            var amounts = NutrientAmounts()
            for (code, amount) in food.food.amounts {
                if let nutrient = Nutrient(rawValue: code) {
                    amounts[nutrient] = .known(NutrientValue(Double(amount) / 1_000))
                }
            }
            found[food.ownFoodID.foodID] = Food(name: words.name, amounts: amounts)
        }
        return found
    }
}
