import EventContracts
import FoodCatalogue

/// The foods that a person has added or saved, with the data that meals need.
package struct PersonalFoods: Sendable {
    /// A person's own food.
    package struct Own: Sendable {
        package let name: String
        /// Amounts of nutrients in 100 g.
        package let amounts: [String: Int64]

        package init(name: String, amounts: [String: Int64]) {
            self.name = name
            self.amounts = amounts
        }
    }

    /// A saved food.
    package struct Saved: Sendable {
        package let name: String
        package let foodID: String?
        package let milligrams: Int64?
        /// Amounts of nutrients in the portion.
        package let amounts: [String: Int64]?

        package init(name: String, foodID: String?, milligrams: Int64?, amounts: [String: Int64]?) {
            self.name = name
            self.foodID = foodID
            self.milligrams = milligrams
            self.amounts = amounts
        }
    }

    /// The own foods by id, in the form of `FoodID`.
    package var own: [String: Own]
    package var saved: [SavedFoodID: Saved]

    package init(own: [String: Own] = [:], saved: [SavedFoodID: Saved] = [:]) {
        self.own = own
        self.saved = saved
    }

    /// The person's own food with a name, in any spelling, or else the saved one; nil if no food or several have it.
    package func foodID(named name: String) -> String? {
        unique(own.map { ($0.key, $0.value.name) }, named: name)
            ?? unique(saved.values.compactMap { food in food.foodID.map { ($0, food.name) } }, named: name)
    }

    private func unique(_ foods: [(id: String, name: String)], named name: String) -> String? {
        let index = FoodIndex(
            foods.enumerated().map { place, food in
                FoodIndex.Name(food: place, text: food.name, language: nil, isCommon: true)
            })
        let found = Set(index.foods(named: name, language: .english).map { foods[$0].id })
        return found.count == 1 ? found.first : nil
    }
}
