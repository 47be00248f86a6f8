import EventContracts
import FoodCatalogue
import FoodLibrary

/// Checks the figures and name of a food submitted for sharing (NUT-33, OPS-20); a pure function.
///
/// It only reports doubts; people decide.
package enum FoodPlausibility {
    /// Kilocalories per gram, from Annex XIV of Regulation (EU) No 1169/2011.
    enum Energy {
        static let protein: Int64 = 4
        static let fat: Int64 = 9
        static let carbohydrate: Int64 = 4
        static let fiber: Int64 = 2
        static let alcohol: Int64 = 7
    }

    /// Tolerance of energy: a share of it, and a minimum in thousandths of a kilocalorie.
    ///
    /// The share of a fifth is the deviation allowed for labels by 21 CFR 101.9(g)(5). The minimum is the rounding
    /// error of label figures, half a gram each of protein, carbohydrate and fat (8.5 kcal) plus half of ten
    /// kilocalories (21 CFR 101.9(c)(1)), with a margin of half of it.
    private static let tolerance = (parts: Int64(5), minimum: Int64(20_000))
    /// How far the nutrients of 100 g of food may exceed 100 g, in thousandths of a gram: labels round each by up to
    /// half a gram.
    private static let rounding: Int64 = 3_000
    /// 100 g, in thousandths of a gram.
    private static let whole: Int64 = 100_000
    /// Figures are nearly equal if they differ by at most a twentieth, or by one unit.
    private static let nearness = (parts: Int64(20), minimum: Int64(1_000))
    /// Maximum number of foods with similar names that are compared.
    private static let maxAlike = 20

    /// The doubts that need a review by people; empty without doubts.
    package static func doubts(
        of amounts: [String: Int64], named name: String, language: String, in library: FoodLibrary
    ) -> [FoodDoubt] {
        let language = FoodLanguage(rawValue: language) ?? .english
        var doubts: [FoodDoubt] = []
        let published = Figures(amounts)
        let faults = ImpossibleFigures.faults(in: amounts, of: whole, as: .food).map(\.fault)
        if isOff(published) || faults.contains(where: { [.aboveFat, .energyOffParts].contains($0) }) {
            doubts.append(.energyOffMacros)
        }
        if exceedsWhole(amounts, published) || faults.contains(where: \.isOfMass) {
            doubts.append(.exceedsHundredGrams)
        }
        if !library.foods(named: name, language: language).isEmpty { doubts.append(.duplicateName) }
        let alike = library.search(name, language: language, limit: maxAlike)
        if alike.contains(where: { isNear(amounts, $0.food.thousandths) }) { doubts.append(.duplicateFigures) }
        if published.energy == nil, published.protein == nil, published.fat == nil, published.carbohydrate == nil {
            doubts.append(.tooLittleTold)
        }
        return doubts.sorted { $0.rawValue < $1.rawValue }
    }

    /// The figures for computing energy, in thousandths.
    struct Figures {
        let energy, protein, fat, carbohydrate, fiber, alcohol: Int64?

        init(_ amounts: [String: Int64]) {
            energy = amounts[Nutrient.energy.rawValue]
            protein = amounts[Nutrient.protein.rawValue]
            fat = amounts[Nutrient.fat.rawValue]
            carbohydrate = amounts[Nutrient.carbohydrate.rawValue]
            fiber = amounts[Nutrient.fiber.rawValue]
            alcohol = amounts[Nutrient.alcohol.rawValue]
        }
    }

    /// Whether energy does not match the nutrients.
    ///
    /// Some countries count fiber as carbohydrate, others do not, and it gives between zero and four kilocalories per
    /// gram: energy must lie between these extremes.
    static func isOff(_ published: Figures) -> Bool {
        guard let energy = published.energy else { return false }
        let sure =
            Energy.protein * (published.protein ?? 0) + Energy.fat * (published.fat ?? 0)
            + Energy.alcohol * (published.alcohol ?? 0)
        let carbohydrate = published.carbohydrate ?? 0, fiber = published.fiber ?? 0
        let lowest = sure + Energy.carbohydrate * max(0, carbohydrate - fiber)
        let highest = sure + Energy.carbohydrate * carbohydrate + Energy.fiber * fiber
        if energy < lowest - max(lowest / tolerance.parts, tolerance.minimum) { return true }
        // Missing nutrients may contribute any energy.
        guard published.protein != nil, published.fat != nil, published.carbohydrate != nil else { return false }
        return energy > highest + max(highest / tolerance.parts, tolerance.minimum)
    }

    /// Whether 100 g would contain more than 100 g of a part, or of all parts together.
    static func exceedsWhole(_ amounts: [String: Int64], _ published: Figures) -> Bool {
        let grams = Nutrient.allCases.filter { $0.unit == .grams }.compactMap { amounts[$0.rawValue] }
        guard grams.allSatisfy({ $0 <= whole }) else { return true }
        let water = amounts[Nutrient.water.rawValue] ?? 0
        let sum =
            (published.protein ?? 0) + (published.fat ?? 0) + max(published.carbohydrate ?? 0, published.fiber ?? 0)
            + (published.alcohol ?? 0) + water
        return sum > whole + rounding
    }

    /// Whether energy and its nutrients are nearly equal; missing ones are ignored.
    static func isNear(_ amounts: [String: Int64], _ others: [String: Int64]) -> Bool {
        let compared = [Nutrient.energy, .protein, .fat, .carbohydrate]
        let pairs = compared.compactMap { nutrient -> (Int64, Int64)? in
            guard let one = amounts[nutrient.rawValue], let other = others[nutrient.rawValue] else { return nil }
            return (one, other)
        }
        guard pairs.count >= 3 else { return false }
        return pairs.allSatisfy { abs($0 - $1) <= max(max($0, $1) / nearness.parts, nearness.minimum) }
    }
}

extension ImpossibleFigures.Fault {
    /// Whether a nutrient is a part of the food's mass.
    fileprivate var isOfMass: Bool {
        switch self {
        case .aboveMass, .partsAboveMass, .above: true
        case .aboveFat, .energyOffParts: false
        }
    }
}
