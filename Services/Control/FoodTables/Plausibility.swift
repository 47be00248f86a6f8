import FoodCatalogue
import Quantities

/// Plausibility limits for the nutrient values of a food.
package enum Plausibility {
    /// Kilocalories in 100 g: pure fat has 900 by the factor of Regulation (EU) No 1169/2011, Annex XIV; fish oils have
    /// 902 in USDA's tables.
    static let maxEnergy = 905.0
    /// Maximum total mass of the parts of 100 g, in grams; above 100, because each part is analyzed separately.
    static let maxParts = 106.0
    /// Allowed difference of energy from the sum of protein, fat, carbohydrate and alcohol, as a share and in kcal:
    /// organic acids, polyols and fiber give less than the general factors.
    static let tolerance = (share: 0.5, kilocalories: 60.0)

    /// Maximum value of any figure; larger ones are not compared.
    private static let maxValue = 1e12

    /// Energy computed from the nutrients, in kilocalories; nil if protein, fat or carbohydrate is unknown.
    package static func energy(of amounts: NutrientAmounts) -> Double? {
        var sum = 0.0
        for nutrient in [Nutrient.protein, .fat, .carbohydrate, .alcohol] {
            if let value = amounts[nutrient].value?.value {
                sum += value * (nutrient.kilocaloriesPerGram ?? 0)
            } else if nutrient != .alcohol {
                return nil
            }
        }
        return sum
    }

    /// The fault in the amounts in 100 g; nil without one.
    package static func problem(of amounts: NutrientAmounts) -> RowProblem? {
        guard let energy = amounts[.energy].value?.value else { return .noEnergy }
        let parts = [Nutrient.protein, .fat, .carbohydrate, .water, .alcohol].compactMap { amounts[$0].value?.value }
        if parts.reduce(0, +) > maxParts { return .tooHeavy }
        if energy > maxEnergy { return .impossibleEnergy }
        let thousandths = Nutrient.allCases.compactMap { nutrient in
            amounts[nutrient].value.map { (nutrient.rawValue, Int64(min($0.value, maxValue) * 1_000)) }
        }
        let faults = ImpossibleFigures.faults(
            in: Dictionary(uniqueKeysWithValues: thousandths), of: 100_000, as: .portion)
        for (_, fault) in faults {
            switch fault {
            case .aboveMass: return .tooHeavy
            case .above: return .partAboveWhole
            // These problems are checked in this type, with the tolerances that tables need.
            case .partsAboveMass, .aboveFat, .energyOffParts: continue
            }
        }
        guard let computed = Self.energy(of: amounts) else { return nil }
        let allowed = max(tolerance.kilocalories, tolerance.share * max(energy, computed))
        return abs(energy - computed) > allowed ? .energyDisagrees : nil
    }
}
