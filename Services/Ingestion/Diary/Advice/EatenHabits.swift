import EventContracts
import Foundation
import IngestionCore
import Nourishment

/// A food as identified for habits: the saved food, or else the food of a table.
struct EatenFood: Hashable, Comparable, Sendable {
    let foodID: String?
    let savedFoodID: SavedFoodID?

    /// Nil for a food that is in no table and was not saved.
    init?(_ item: EatenItem) {
        guard item.foodID != nil || item.savedFoodID != nil else { return nil }
        savedFoodID = item.savedFoodID
        foodID = item.savedFoodID == nil ? item.foodID : nil
    }

    /// A text that is equal for equal foods.
    var text: String { savedFoodID.map { "saved-\($0)" } ?? foodID ?? "" }

    static func < (left: EatenFood, right: EatenFood) -> Bool { left.text < right.text }
}

extension EatenItem {
    /// The use of a key at this item's time; nil without a key.
    func use<Key>(of key: Key?) -> Use<Key>? {
        key.map { Use(key: $0, day: day, slot: slot.rawValue, minute: minute) }
    }

    /// The identity of an item, ignoring its mass; items with typed figures are identified by their energy.
    fileprivate var kind: String {
        if let food = EatenFood(self) { return food.text }
        return typedEnergy.map { "typed-\($0)" } ?? ""
    }
}

/// Recorded meals grouped by their content, ignoring masses.
struct EatenMeals: Sendable {
    /// The key of a meal's content.
    typealias Key = String

    /// The uses of each content.
    private(set) var uses: [Use<Key>] = []
    /// The newest meal with each content.
    private(set) var newest: [Key: MealID] = [:]

    /// - Parameter items: Items, newest meal first; meals with unknown items are skipped.
    init(_ items: [EatenItem]) {
        var order: [MealID] = [], byMeal: [MealID: [EatenItem]] = [:]
        for item in items {
            if byMeal[item.meal] == nil { order.append(item.meal) }
            byMeal[item.meal, default: []].append(item)
        }
        for meal in order {
            let kinds = (byMeal[meal] ?? []).map(\.kind).sorted()
            guard let first = byMeal[meal]?.first, !kinds.contains("") else { continue }
            let key = kinds.joined(separator: " ")
            if let use = first.use(of: key) { uses.append(use) }
            if newest[key] == nil { newest[key] = meal }
        }
    }
}
