import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Quantities

/// A meal of the diary, in the form for its owner.
struct MealView: Encodable, Sendable {
    let id: MealID
    let name: String?
    /// A standard slot, or the person's name for a custom one.
    let slot: String
    let day: CalendarDay
    let eatenAt: Date
    let items: [MealItemView]
    let totals: [String: FigureView]
    /// Nil before this version of the meal has been assessed.
    let allergens: MealAllergensView?
    let recordedAt: Date
    let version: Int64

    init(_ meal: MealChanged, _ words: MealWords, allergens: MealAllergensView?) {
        self.allergens = allergens
        id = meal.mealID
        name = words.name
        slot = words.slotName ?? meal.slot.rawValue
        day = meal.day
        eatenAt = meal.eatenAt
        items = meal.items.map { MealItemView($0, name: words[$0.itemID]) }
        totals = meal.figures
        recordedAt = meal.recordedAt
        version = meal.version
    }

    private enum Key: CodingKey {
        case id, name, slot, day, eatenAt, items, totals, allergens, allergensPending, allergensUnknownItems
        case allergensOtherIngredients, recordedAt, version
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(slot, forKey: .slot)
        try container.encode(day, forKey: .day)
        try container.encode(eatenAt, forKey: .eatenAt)
        try container.encode(items, forKey: .items)
        try container.encode(totals, forKey: .totals)
        // Null before the assessment, because an empty list would mean no allergens.
        try container.encode(allergens?.allergens, forKey: .allergens)
        try container.encode(allergens == nil, forKey: .allergensPending)
        try container.encode(allergens?.unknownItems, forKey: .allergensUnknownItems)
        try container.encode(allergens?.otherIngredients, forKey: .allergensOtherIngredients)
        try container.encode(recordedAt, forKey: .recordedAt)
        try container.encode(version, forKey: .version)
    }
}

/// One item of a meal.
struct MealItemView: Encodable, Sendable {
    /// The food of an item; nil for an item that only has a count.
    struct Food: Encodable, Sendable {
        /// The food's id in the catalog or among the person's own foods; null if it is in neither.
        let id: String?
        let name: String?

        private enum Key: CodingKey { case id, name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }

    let id: MealItemID
    let food: Food
    let grams: MassView?
    let source: MealItem.Source
    let savedFoodID: SavedFoodID?
    /// The model's score; null for entries by the person.
    let score: Double?
    /// The item's energy, if known.
    let energyKcal: Double?
    /// The typed figures of an item without a food, by their names; nil with energy alone.
    let typedNutrients: [String: Double]?
    /// The prediction from the photo, kept after edits.
    let seen: SeenFoodView?

    init(_ item: MealItem, name: String?) {
        id = item.itemID
        food = Food(id: item.foodID, name: name)
        grams = item.milligrams.map { milligrams in
            // A mass that the person has changed is no longer an estimate.
            guard let seen = item.seen, seen.milligrams == milligrams else { return MassView(milligrams) }
            return MassView(milligrams, from: seen.lowMilligrams, to: seen.highMilligrams)
        }
        source = item.source
        savedFoodID = item.savedFoodID
        energyKcal = item.energy
        let typed = item.basis == .wholeItem ? item.amounts.filter { $0.key != Nutrient.energy.rawValue } : [:]
        typedNutrients = typed.isEmpty ? nil : Nutrient.named(typed)
        seen = item.seen.map(SeenFoodView.init)
        score = item.seen.flatMap {
            $0.foodID == item.foodID && item.source != .typed ? $0.taught?.similarity ?? $0.score : nil
        }
    }

    private enum Key: String, CodingKey {
        case id, food, grams, ounces, score, source, energyKcal, typedNutrients, seen
        case savedFoodID = "savedFoodId"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(food, forKey: .food)
        try container.encode(grams, forKey: .grams)
        try container.encodeIfPresent(grams?.ounces, forKey: .ounces)
        try container.encode(score, forKey: .score)
        try container.encode(source, forKey: .source)
        try container.encode(energyKcal, forKey: .energyKcal)
        try container.encodeIfPresent(typedNutrients, forKey: .typedNutrients)
        try container.encodeIfPresent(savedFoodID, forKey: .savedFoodID)
        try container.encodeIfPresent(seen, forKey: .seen)
    }
}

extension MealItem {
    /// Kilocalories; nil if unknown.
    fileprivate var energy: Double? {
        guard let amount = amounts["energy"] else { return nil }
        switch basis {
        case .wholeItem: return Double(amount) / 1_000
        case .hundredGrams:
            return milligrams.map { Double($0.multipliedReportingOverflow(by: amount).partialValue) }
                .map { $0 / Double(NutrientSums.unitsPerOne) }
        }
    }
}
