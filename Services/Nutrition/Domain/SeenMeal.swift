import EventContracts

/// Makes the items of a meal of the foods that were seen on its photo: pure.
package struct SeenMeal: Sendable {
    let names: SeenFoodNames

    package init(names: SeenFoodNames) {
        self.names = names
    }

    /// Maximum number of foods of a photo's meal.
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
            // The taught food was deleted: the model's label counts.
            sights[id]?.taught = nil
            let name = called.names[place].flatMap(Self.usable)
            let meaning = name == nil ? names.meanings[food.label] : nil
            orders.append(MealItemInput(itemID: id, foodID: meaning?.foodID, milligrams: food.milligrams))
            // A name that the table does not know yet is kept unchanged.
            named[id] = name ?? meaning.map { $0.name(in: language) } ?? food.label
            sights[id]?.foodID = meaning?.foodID
        }
        return (orders, named, sights)
    }

    /// A name that a meal can hold; another one is passed over, and the food stays unrecognized.
    private static func usable(_ name: String) -> String? {
        (1...SeenNames.maxNameLength).contains(name.unicodeScalars.count) && !name.allSatisfy(\.isWhitespace)
            ? name : nil
    }
}
