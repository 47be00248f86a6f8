import EventContracts
import FoodCatalogue
import FoodLibrary

/// Finds the foods of lessons, if they still exist; pure.
package struct TaughtFoodIndex: Sendable {
    /// The food of a lesson.
    package struct Food: Sendable, Equatable {
        package var foodID: String?
        package var savedFoodID: SavedFoodID?
        /// The person's name for the food; nil if the food has its own name.
        package var name: String?
        /// Whether the food's figures are for a portion, so that no mass can be stated.
        package var isPortion = false
        /// Nutrient figures typed by the person, if the lesson has no food.
        package var figures: TaughtFigures?
    }

    let foods: FoodKnowledge?
    let personalFoods: PersonalFoods
    let names: TaughtNames

    /// An empty index.
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
        let name = seen.regionID.flatMap { names[$0] }
        if let id = taught.savedFoodID {
            guard let saved = personalFoods.saved[id], saved.foodID.map(isThere) ?? true else { return nil }
            return Food(savedFoodID: id, isPortion: saved.foodID == nil)
        }
        if let id = taught.foodID {
            return isThere(id) ? Food(foodID: id, name: name) : nil
        }
        if let figures = taught.figures {
            return Food(name: name, isPortion: figures.milligrams == nil, figures: figures)
        }
        return name.map { Food(name: $0) }
    }

    /// The food of a lesson as an item of a meal.
    func input(_ id: MealItemID, of food: Food, weighing milligrams: Int64) -> MealItemInput {
        MealItemInput(
            itemID: id, foodID: food.foodID, savedFoodID: food.savedFoodID,
            milligrams: food.isPortion ? nil : milligrams,
            amounts: food.figures.map { $0.amounts(in: milligrams) })
    }

    private func isThere(_ food: String) -> Bool { personalFoods.own[food] != nil || foods?.food(food) != nil }
}

extension TaughtFigures {
    /// The amounts in a mass; unscaled if the figures are for a portion of unknown mass.
    func amounts(in mass: Int64) -> [String: Int64] {
        guard let milligrams, milligrams > 0 else { return amounts }
        let scale = Double(mass) / Double(milligrams)
        return amounts.mapValues { min(Int64((Double($0) * scale).rounded()), MealRules.maxThousandths) }
    }
}
