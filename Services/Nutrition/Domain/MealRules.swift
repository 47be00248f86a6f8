import EventContracts
import FoodCatalogue
import Foundation
import Quantities

/// Validates meals of the diary; pure: the current time is a parameter.
package enum MealRules {
    /// The earliest accepted day.
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)
    /// Maximum mass of one item: ten kilograms.
    package static let maxMilligrams: Int64 = 10_000_000
    /// Maximum typed amount of one nutrient: 100,000 of its unit.
    package static let maxThousandths: Int64 = 100_000_000
    /// Maximum number of meals per day.
    package static let maxMeals = 100
    private static let codes = Set(Nutrient.allCases.map(\.rawValue))

    /// The first fault of a meal as text for the user; nil if it is valid.
    ///
    /// The gateway reports all faults.
    package static func fault(of meal: MealEntry, _ words: MealWords, now: Date) -> String? {
        let tomorrow = CalendarDay(now, in: .gmt).adding(days: 1)
        guard let earliest, let tomorrow, (earliest...tomorrow).contains(meal.day) else {
            return "/eatenAt must be between 1900 and today"
        }
        guard abs(meal.utcOffset) < 86_400 else { return "/eatenAt must have a time zone's offset" }
        guard isShort(words.name, MealWords.maxNameLength) else { return "/name is too long" }
        guard isShort(words.slotName, MealWords.maxSlotLength), (words.slotName != nil) == (meal.slot == .custom) else {
            return "/slot must be one of the usual ones, or have a short name"
        }
        guard (1...MealEntry.maxItems).contains(meal.items.count) else {
            return "/items must have 1 to \(MealEntry.maxItems) entries"
        }
        guard Set(meal.items.map(\.itemID)).count == meal.items.count else { return "/items must not repeat an id" }
        for (place, item) in meal.items.enumerated() {
            if let fault = fault(of: item, named: words[item.itemID]) { return "/items/\(place) \(fault)" }
        }
        return nil
    }

    private static func fault(of item: MealItemInput, named name: String?) -> String? {
        guard isShort(name, MealWords.maxNameLength) else { return "has too long a name" }
        if let grams = item.milligrams, !(1...maxMilligrams).contains(grams) {
            return "must have more than 0 and at most 10,000 grams"
        }
        if let amounts = item.amounts {
            guard item.foodID == nil, item.savedFoodID == nil else {
                return "must not have figures together with a food"
            }
            guard !amounts.isEmpty, codes.isSuperset(of: amounts.keys),
                amounts.values.allSatisfy({ (0...maxThousandths).contains($0) })
            else { return "must have known nutrients, from 0 to 100,000 of their unit" }
            return nil
        }
        if item.savedFoodID != nil { return item.foodID == nil ? nil : "must not refer to two foods" }
        guard item.foodID != nil || name != nil else { return "must have a food, a name or an energy" }
        return item.milligrams == nil ? "must have grams" : nil
    }

    private static func isShort(_ text: String?, _ longest: Int) -> Bool {
        guard let text else { return true }
        return (1...longest).contains(text.unicodeScalars.count) && !text.allSatisfy(\.isWhitespace)
    }
}
