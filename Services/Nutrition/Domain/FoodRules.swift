import EventContracts
import FoodCatalogue
import Nourishment
import Quantities

/// Validates goals, saved foods and own foods; pure functions.
///
/// Each returns the first fault as text for the user, or nil; the gateway reports all faults.
package enum FoodRules {
    private static let codes = Set(Nutrient.allCases.map(\.rawValue))
    /// Allowed energy goals, in thousandths of a kilocalorie.
    package static let energies: ClosedRange<Int64> = 1...20_000_000

    /// Minimum energy goal without body measures, in thousandths of a kilocalorie.
    private static let minEnergy = Int64(SafetyFloor.customary(.female).value * 1_000)

    package static func fault(of goals: GoalSettings) -> String? {
        if let energy = goals.energy, !energies.contains(energy) { return "/energyKcal must be more than 0" }
        // The gateway has already checked goals against the body measures; this check is only a safeguard.
        let floor = goals.reckoned?.floor ?? minEnergy
        if let energy = goals.energy, energy < floor { return "/energyKcal must not be below the safe minimum" }
        if let reckoned = goals.reckoned, reckoned.energy < reckoned.floor { return "/body must have a safe energy" }
        if let macros = goals.macros {
            let parts = [macros.protein, macros.carbohydrate, macros.fat]
            guard parts.allSatisfy({ (0...100).contains($0) }), parts.reduce(0, +) == 100 else {
                return "/macros must be percentages that add up to 100"
            }
        }
        guard codes.isSuperset(of: goals.targets.keys) else { return "/targets must be of known nutrients" }
        for target in goals.targets.values {
            guard target.least != nil || target.most != nil, (target.least ?? 0) <= (target.most ?? .max),
                isAmount(target.least), isAmount(target.most)
            else { return "/targets must have a min that is not above the max" }
        }
        return nil
    }

    package static func fault(of saved: SavedFood, _ words: SavedFoodWords) -> String? {
        guard isName(words.name) else { return "/name must be short and not blank" }
        guard (words.notes?.unicodeScalars.count ?? 0) <= SavedFoodWords.maxNotesLength else {
            return "/notes must be short"
        }
        guard (saved.foodID == nil) != (saved.amounts == nil) else { return "/foodId or figures must be given" }
        if let mass = saved.milligrams, !(1...MealRules.maxMilligrams).contains(mass) {
            return "/grams must be more than 0 and at most 10,000"
        }
        return saved.amounts.flatMap(fault(of:))
    }

    package static func fault(of own: OwnFood, _ words: OwnFoodWords) -> String? {
        guard isName(words.name), words.brand.map(isName) ?? true else { return "/name must be short and not blank" }
        guard words.portions.count <= OwnFoodWords.maxPortions,
            words.portions.allSatisfy({
                (1...OwnFoodWords.maxMeasureLength).contains($0.measure.unicodeScalars.count)
                    && (1...MealRules.maxMilligrams).contains($0.milligrams)
            })
        else { return "/portions must have few entries, each with a short name and a mass" }
        guard words.gtin.map({ GTIN($0)?.digits == $0 }) ?? true else { return "/gtin must be a trade item number" }
        return fault(of: own.amounts)
    }

    private static func fault(of amounts: [String: Int64]) -> String? {
        let isRight =
            !amounts.isEmpty && codes.isSuperset(of: amounts.keys) && amounts.values.allSatisfy { isAmount($0) }
        return isRight ? nil : "/nutrients must be known ones, from 0 to 100,000 of their unit"
    }

    private static func isAmount(_ amount: Int64?) -> Bool {
        amount.map { (0...MealRules.maxThousandths).contains($0) } ?? true
    }

    private static func isName(_ name: String) -> Bool {
        (1...MealWords.maxNameLength).contains(name.unicodeScalars.count) && !name.allSatisfy(\.isWhitespace)
    }
}
