import EventContracts
import FoodCatalogue
import FoodLibrary

/// Finds the foods that were taught, as far as there still are such foods: pure.
package struct TaughtFoodIndex: Sendable {
    /// A food that was taught.
    package struct Food: Sendable, Equatable {
        package var foodID: String?
        package var savedFoodID: SavedFoodID?
        /// The person's name for it; nil if the food has one.
        package var name: String?
        /// Whether its figures are for a portion, so that no mass can be stated.
        package var isPortion = false
    }

    let foods: FoodKnowledge?
    let personalFoods: PersonalFoods
    let names: TaughtNames

    /// Knows nothing.
    package init() {
        foods = nil
        personalFoods = PersonalFoods()
        names = TaughtNames()
    }

    /// - Parameters:
    ///   - foods: The shared foods.
    ///   - personalFoods: The person's own foods.
    ///   - names: The person's names for foods outside the tables.
    package init(foods: FoodKnowledge, personalFoods: PersonalFoods, names: TaughtNames) {
        self.foods = foods
        self.personalFoods = personalFoods
        self.names = names
    }

    /// Whether the person's own foods are needed to resolve the lessons.
    static func needsPersonalFoods(_ seen: [SeenFood]) -> Bool {
        seen.contains { food in
            guard let taught = food.taught else { return false }
            return taught.savedFoodID != nil || taught.foodID.flatMap { OwnFoodID(foodID: $0) } != nil
        }
    }

    /// The food of a lesson; nil without one, or if the food no longer exists.
    func food(taught seen: SeenFood) -> Food? {
        guard let taught = seen.taught else { return nil }
        if let id = taught.savedFoodID {
            guard let saved = personalFoods.saved[id], saved.foodID.map(isThere) ?? true else { return nil }
            return Food(savedFoodID: id, isPortion: saved.foodID == nil)
        }
        if let id = taught.foodID {
            return isThere(id) ? Food(foodID: id) : nil
        }
        return seen.regionID.flatMap { names[$0] }.map { Food(name: $0) }
    }

    private func isThere(_ food: String) -> Bool { personalFoods.own[food] != nil || foods?.food(food) != nil }
}
