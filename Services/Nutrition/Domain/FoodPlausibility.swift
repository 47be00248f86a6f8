import EventContracts
import FoodCatalogue
import FoodLibrary

/// Looks at the figures and the name of a food that somebody wants everybody to have (NUT-33, OPS-20): pure.
///
/// It only says what needs a second look; people decide.
package enum FoodPlausibility {
    /// Kilocalories in a gram, from Annex XIV of Regulation (EU) No 1169/2011.
    enum Energy {
        static let protein: Int64 = 4
        static let fat: Int64 = 9
        static let carbohydrate: Int64 = 4
        static let fiber: Int64 = 2
        static let alcohol: Int64 = 7
    }

    /// How far energy may be from what it is reckoned as: a fifth, which is what 21 CFR 101.9(g)(5) lets a label be wrong
    /// by, and at least what rounding of a label's figures comes to: half a gram each of protein, carbohydrate and fat
    /// (8.5 kcal) and half of ten kilocalories (21 CFR 101.9(c)(1)), with half of it as room.
    private static let tolerance = (parts: Int64(5), least: Int64(20_000))
    /// Half a gram each of what 100 g are made of, rounded up.
    private static let rounding: Int64 = 3_000
    /// 100 g, in thousandths of a gram.
    private static let whole: Int64 = 100_000
    /// Figures are nearly the same within a twentieth, or a unit.
    private static let nearness = (parts: Int64(20), least: Int64(1_000))
    /// Foods of a name alike that are compared.
    private static let mostAlike = 20

    /// Why the food needs a second look; none when nothing speaks against it.
    package static func doubts(
        of amounts: [String: Int64], named name: String, language: String, in library: FoodLibrary
    ) -> [FoodDoubt] {
        let language = FoodLanguage(rawValue: language) ?? .english
        var doubts: [FoodDoubt] = []
        let told = Figures(amounts)
        let faults = ImpossibleFigures.faults(in: amounts, of: whole, as: .food).map(\.fault)
        if isOff(told) || faults.contains(where: { [.aboveFat, .energyOffParts].contains($0) }) {
            doubts.append(.energyOffMacros)
        }
        if exceedsWhole(amounts, told) || faults.contains(where: \.isOfMass) { doubts.append(.exceedsHundredGrams) }
        if !library.foods(named: name, language: language).isEmpty { doubts.append(.duplicateName) }
        let alike = library.search(name, language: language, limit: mostAlike)
        if alike.contains(where: { isNear(amounts, $0.food.thousandths) }) { doubts.append(.duplicateFigures) }
        if told.energy == nil, told.protein == nil, told.fat == nil, told.carbohydrate == nil {
            doubts.append(.tooLittleTold)
        }
        return doubts.sorted { $0.rawValue < $1.rawValue }
    }

    /// What energy is reckoned from, in thousandths.
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

    /// Whether energy cannot be what the rest comes to.
    ///
    /// Labels of some countries count fibre among the carbohydrate, others do not, and the body makes something between
    /// nothing and four kilocalories of it: energy has to lie between the least and the most of that.
    static func isOff(_ told: Figures) -> Bool {
        guard let energy = told.energy else { return false }
        let sure =
            Energy.protein * (told.protein ?? 0) + Energy.fat * (told.fat ?? 0)
            + Energy.alcohol * (told.alcohol ?? 0)
        let carbohydrate = told.carbohydrate ?? 0, fiber = told.fiber ?? 0
        let least = sure + Energy.carbohydrate * max(0, carbohydrate - fiber)
        let most = sure + Energy.carbohydrate * carbohydrate + Energy.fiber * fiber
        if energy < least - max(least / tolerance.parts, tolerance.least) { return true }
        // What is not told may hold any energy.
        guard told.protein != nil, told.fat != nil, told.carbohydrate != nil else { return false }
        return energy > most + max(most / tolerance.parts, tolerance.least)
    }

    /// Whether there would be more than 100 g of something, or of all together, in 100 g.
    static func exceedsWhole(_ amounts: [String: Int64], _ told: Figures) -> Bool {
        let grams = Nutrient.allCases.filter { $0.unit == .grams }.compactMap { amounts[$0.rawValue] }
        guard grams.allSatisfy({ $0 <= whole }) else { return true }
        let water = amounts[Nutrient.water.rawValue] ?? 0
        let sum =
            (told.protein ?? 0) + (told.fat ?? 0) + max(told.carbohydrate ?? 0, told.fiber ?? 0)
            + (told.alcohol ?? 0) + water
        return sum > whole + rounding
    }

    /// Whether energy and what it comes from are nearly the same; what one of them does not tell says nothing.
    static func isNear(_ amounts: [String: Int64], _ others: [String: Int64]) -> Bool {
        let compared = [Nutrient.energy, .protein, .fat, .carbohydrate]
        let pairs = compared.compactMap { nutrient -> (Int64, Int64)? in
            guard let one = amounts[nutrient.rawValue], let other = others[nutrient.rawValue] else { return nil }
            return (one, other)
        }
        guard pairs.count >= 3 else { return false }
        return pairs.allSatisfy { abs($0 - $1) <= max(max($0, $1) / nearness.parts, nearness.least) }
    }
}

extension ImpossibleFigures.Fault {
    /// Whether something weighs more than what it is in.
    fileprivate var isOfMass: Bool {
        switch self {
        case .aboveMass, .partsAboveMass, .above: true
        case .aboveFat, .energyOffParts: false
        }
    }
}
