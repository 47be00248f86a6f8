import EventContracts
import FoodCatalogue
import FoodLibrary

/// Resolves the items of a meal; a pure function.
///
/// An item keeps its recorded figures until its food changes, so that changing the grams is arithmetic only, and
/// correcting a food does not alter past meals.
package struct ItemResolver: Sendable {
    /// The fault that makes an item invalid, with the item's index.
    package enum Fault: Error, Sendable, Equatable {
        /// The item refers to a food that does not exist.
        case unknownFood(Int)
        /// The item refers to a saved food that does not exist.
        case unknownSavedFood(Int)
        /// The mass is missing.
        case missingMass(Int)
        /// The item states an amount of a saved food whose figures are for one portion.
        case fixedPortion(Int)
    }

    /// The previous state of a meal.
    package typealias Stored = (items: [MealItem], words: MealWords)

    let foods: FoodKnowledge

    /// Whether the person's own foods are needed to resolve the items.
    package func needsPersonalFoods(_ orders: [MealItemInput], _ words: MealWords, stored: Stored?) -> Bool {
        orders.contains { input in
            guard kept(input, words, stored) == nil, input.amounts == nil else { return false }
            return input.foodID.map { OwnFoodID(foodID: $0) != nil } ?? true
        }
    }

    /// Resolves the items of a meal.
    ///
    /// - Parameters:
    ///   - orders: The items as entered.
    ///   - words: The names as entered.
    ///   - language: The language of food names.
    ///   - personalFoods: The person's own foods.
    ///   - stored: The previous meal with its names; nil for a new one.
    /// - Returns: The items with figures, and a name for every item with a food.
    /// - Throws: `Fault`.
    package func resolve(
        _ orders: [MealItemInput], _ words: MealWords, language: String, personalFoods: PersonalFoods = PersonalFoods(),
        stored: Stored?
    ) throws(Fault) -> Stored {
        var named = words, items: [MealItem] = []
        named.items = [:]
        for (place, input) in orders.enumerated() {
            let name = words[input.itemID]
            if var item = kept(input, words, stored) {
                if item.savedFoodID == nil {
                    item.milligrams = input.milligrams
                } else if let milligrams = input.milligrams {
                    guard item.basis == .hundredGrams || milligrams == item.milligrams else {
                        throw .fixedPortion(place)
                    }
                    item.milligrams = milligrams
                }
                items.append(item)
                named[input.itemID] = name ?? stored?.words[input.itemID]
                continue
            }
            let (item, foodName) = try resolve(input, named: name, language: language, personalFoods, at: place)
            items.append(item)
            named[input.itemID] = name ?? foodName
        }
        return (items, named)
    }

    private func resolve(
        _ input: MealItemInput, named name: String?, language: String, _ personalFoods: PersonalFoods, at place: Int
    ) throws(Fault) -> (MealItem, name: String?) {
        if let amounts = input.amounts {
            let item = MealItem(
                itemID: input.itemID, foodID: nil, source: .typed, milligrams: input.milligrams, basis: .wholeItem,
                amounts: amounts)
            return (item, nil)
        }
        if let saved = input.savedFoodID {
            return try resolve(input, saved, language: language, personalFoods, at: place)
        }
        if let id = input.foodID {
            guard let found = item(input, id, language: language, personalFoods) else { throw .unknownFood(place) }
            return found
        }
        let id = name.flatMap { name in
            personalFoods.foodID(named: name) ?? foods.food(named: name, language: language)?.id.value
        }
        if let id, let found = item(input, id, language: language, personalFoods) { return found }
        let unknown = MealItem(
            itemID: input.itemID, foodID: nil, source: .none, milligrams: input.milligrams, basis: .hundredGrams,
            amounts: [:])
        return (unknown, nil)
    }

    /// An item with a saved food: in its usual portion, unless the command states a mass.
    private func resolve(
        _ input: MealItemInput, _ id: SavedFoodID, language: String, _ personalFoods: PersonalFoods, at place: Int
    ) throws(Fault) -> (MealItem, name: String?) {
        guard let saved = personalFoods.saved[id] else { throw .unknownSavedFood(place) }
        var input = input
        guard let food = saved.foodID else {
            guard input.milligrams == nil || input.milligrams == saved.milligrams else {
                throw .fixedPortion(place)
            }
            let item = MealItem(
                itemID: input.itemID, foodID: nil, savedFoodID: id, source: .typed, milligrams: saved.milligrams,
                basis: .wholeItem, amounts: saved.amounts ?? [:])
            return (item, saved.name)
        }
        input.milligrams = input.milligrams ?? saved.milligrams
        guard input.milligrams != nil else { throw .missingMass(place) }
        guard let found = item(input, food, language: language, personalFoods) else { throw .unknownFood(place) }
        return (found.0, saved.name)
    }

    /// An item with a catalog or own food; nil if there is no food with that id.
    private func item(
        _ input: MealItemInput, _ id: String, language: String, _ personalFoods: PersonalFoods
    ) -> (MealItem, name: String?)? {
        var item = MealItem(
            itemID: input.itemID, foodID: id, savedFoodID: input.savedFoodID, source: .ownFood,
            milligrams: input.milligrams, basis: .hundredGrams, amounts: [:])
        if let own = personalFoods.own[id] {
            item.amounts = own.amounts
            return (item, own.name)
        }
        guard let food = foods.food(id) else { return nil }
        item.source = .catalogue
        item.amounts = food.thousandths
        return (item, food.name(in: language))
    }

    /// The stored item, if the command refers to the same food, so that only the mass can differ.
    private func kept(_ input: MealItemInput, _ words: MealWords, _ stored: Stored?) -> MealItem? {
        guard let before = stored?.items.first(where: { $0.itemID == input.itemID }) else { return nil }
        let name = words[input.itemID], isSame: Bool
        if let amounts = input.amounts {
            isSame = before.source == .typed && before.savedFoodID == nil && before.amounts == amounts
        } else if let saved = input.savedFoodID {
            isSame = before.savedFoodID == saved
        } else if before.savedFoodID != nil || before.basis == .wholeItem {
            isSame = false
        } else if let id = input.foodID {
            isSame = before.foodID == id
        } else {
            isSame = name != nil && name == stored?.words[input.itemID]
        }
        return isSame ? before : nil
    }
}
