import EventContracts

/// Creates the items of a meal from the foods recognized on its photo; pure.
package struct SeenMeal: Sendable {
    let names: SeenFoodNames

    package init(names: SeenFoodNames) {
        self.names = names
    }

    /// Maximum number of foods per photo.
    static let maxFoods = 20

    /// Builds a meal from a reading, keeping the predictions.
    ///
    /// - Parameters:
    ///   - seen: The recognized foods, most confident first.
    ///   - meal: The meal's id; item ids are derived from it, so that a repeated reading makes the same meal.
    ///   - called: Names of foods without a useful label, looked up in the catalog.
    ///   - words: The names entered by the person.
    ///   - language: The language of food names.
    ///   - taughtFoods: Resolves lessons.
    /// - Returns: The items, their names and their predictions.
    package func items(
        of seen: [SeenFood], _ meal: MealID, called: SeenNames = SeenNames(), words: MealWords, language: String,
        taughtFoods: TaughtFoodIndex = TaughtFoodIndex()
    ) -> (orders: [MealItemInput], words: MealWords, seen: [MealItemID: SeenFood]) {
        var orders: [MealItemInput] = [], named = words, sights: [MealItemID: SeenFood] = [:]
        for (place, food) in seen.prefix(Self.maxFoods).enumerated() {
            let id = MealItemID(NamedUUID.make("seen/\(meal)/\(place)"))
            sights[id] = food
            if let taught = taughtFoods.food(taught: food) {
                orders.append(taughtFoods.input(id, of: taught, weighing: food.milligrams))
                named[id] = taught.name
                sights[id]?.foodID = taught.foodID
                continue
            }
            // The food of the lesson was deleted, so the model's label is used.
            sights[id]?.taught = nil
            let name = called.names[place].flatMap(Self.usable)
            let meaning = name == nil ? names.meanings[food.label] : nil
            orders.append(MealItemInput(itemID: id, foodID: meaning?.foodID, milligrams: food.milligrams))
            // A label that is missing in the table becomes the name.
            named[id] = name ?? meaning.map { $0.name(in: language) } ?? food.label
            sights[id]?.foodID = meaning?.foodID
        }
        return (orders, named, sights)
    }

    /// The name if it is valid in a meal; otherwise nil, and the food stays unrecognized.
    private static func usable(_ name: String) -> String? {
        (1...SeenNames.maxNameLength).contains(name.unicodeScalars.count) && !name.allSatisfy(\.isWhitespace)
            ? name : nil
    }
}
