import EventContracts
import FoodCatalogue
import FoodLibrary

/// Resolves the items of a meal; a pure function.
///
/// An item keeps its recorded figures until its food changes, so that changing the grams is arithmetic only, and
/// correcting a food does not alter past meals.
package struct ItemResolver: Sendable {
    /// Why an item cannot be kept; each with the place of the item.
    package enum Fault: Error, Sendable, Equatable {
        /// It names a food that there is not.
        case unknownFood(Int)
        /// It names a saved food that there is not.
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
        orders.contains { order in
            guard kept(order, words, stored) == nil, order.amounts == nil else { return false }
            return order.foodID.map { OwnFoodID(foodID: $0) != nil } ?? true
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
        for (place, order) in orders.enumerated() {
            let name = words[order.itemID]
            if var item = kept(order, words, stored) {
                if item.savedFoodID == nil {
                    item.milligrams = order.milligrams
                } else if let milligrams = order.milligrams {
                    guard item.basis == .hundredGrams || milligrams == item.milligrams else {
                        throw .fixedPortion(place)
                    }
                    item.milligrams = milligrams
                }
                items.append(item)
                named[order.itemID] = name ?? stored?.words[order.itemID]
                continue
            }
            let (item, foodName) = try resolve(order, named: name, language: language, personalFoods, at: place)
            items.append(item)
            named[order.itemID] = name ?? foodName
        }
        return (items, named)
    }

    private func resolve(
        _ order: MealItemInput, named name: String?, language: String, _ personalFoods: PersonalFoods, at place: Int
    ) throws(Fault) -> (MealItem, name: String?) {
        if let amounts = order.amounts {
            let item = MealItem(
                itemID: order.itemID, foodID: nil, source: .typed, milligrams: order.milligrams, basis: .wholeItem,
                amounts: amounts)
            return (item, nil)
        }
        if let saved = order.savedFoodID {
            return try resolve(order, saved, language: language, personalFoods, at: place)
        }
        if let id = order.foodID {
            guard let found = item(order, id, language: language, personalFoods) else { throw .unknownFood(place) }
            return found
        }
        let id = name.flatMap { name in
            personalFoods.foodID(named: name) ?? foods.food(named: name, language: language)?.id.value
        }
        if let id, let found = item(order, id, language: language, personalFoods) { return found }
        let unknown = MealItem(
            itemID: order.itemID, foodID: nil, source: .none, milligrams: order.milligrams, basis: .hundredGrams,
            amounts: [:])
        return (unknown, nil)
    }

    /// An item that is a saved food: in its usual portion, unless the command states a mass.
    private func resolve(
        _ order: MealItemInput, _ id: SavedFoodID, language: String, _ personalFoods: PersonalFoods, at place: Int
    ) throws(Fault) -> (MealItem, name: String?) {
        guard let saved = personalFoods.saved[id] else { throw .unknownSavedFood(place) }
        var order = order
        guard let food = saved.foodID else {
            guard order.milligrams == nil || order.milligrams == saved.milligrams else { throw .fixedPortion(place) }
            let item = MealItem(
                itemID: order.itemID, foodID: nil, savedFoodID: id, source: .typed, milligrams: saved.milligrams,
                basis: .wholeItem, amounts: saved.amounts ?? [:])
            return (item, saved.name)
        }
        order.milligrams = order.milligrams ?? saved.milligrams
        guard order.milligrams != nil else { throw .missingMass(place) }
        guard let found = item(order, food, language: language, personalFoods) else { throw .unknownFood(place) }
        return (found.0, saved.name)
    }

    /// An item that is a catalog or own food; nil if there is none with that id.
    private func item(
        _ order: MealItemInput, _ id: String, language: String, _ personalFoods: PersonalFoods
    ) -> (MealItem, name: String?)? {
        var item = MealItem(
            itemID: order.itemID, foodID: id, savedFoodID: order.savedFoodID, source: .ownFood,
            milligrams: order.milligrams, basis: .hundredGrams, amounts: [:])
        if let own = personalFoods.own[id] {
            item.amounts = own.amounts
            return (item, own.name)
        }
        guard let food = foods.food(id) else { return nil }
        item.source = .catalogue
        item.amounts = food.thousandths
        return (item, food.name(in: language))
    }

    /// The recorded item, if the command refers to the same food, so that only the mass can differ.
    private func kept(_ order: MealItemInput, _ words: MealWords, _ stored: Stored?) -> MealItem? {
        guard let before = stored?.items.first(where: { $0.itemID == order.itemID }) else { return nil }
        let name = words[order.itemID], isSame: Bool
        if let amounts = order.amounts {
            isSame = before.source == .typed && before.savedFoodID == nil && before.amounts == amounts
        } else if let saved = order.savedFoodID {
            isSame = before.savedFoodID == saved
        } else if before.savedFoodID != nil || before.basis == .wholeItem {
            isSame = false
        } else if let id = order.foodID {
            isSame = before.foodID == id
        } else {
            isSame = name != nil && name == stored?.words[order.itemID]
        }
        return isSame ? before : nil
    }
}
