/// Figures that no food can have: checked for typed entries (NUT-04, NUT-08) and for submitted or imported foods.
///
/// Every limit leaves room for rounding on labels; figures that are merely unusual are reviewed by people.
package enum ImpossibleFigures {
    /// What the figures describe.
    package enum Subject: Sendable {
        /// A food whose figures are complete, as on a label.
        case food
        /// Eaten food, whose figures may be incomplete, for example without alcohol.
        case portion
    }

    /// A fault in figures.
    package enum Fault: Sendable, Hashable {
        /// One nutrient weighs more than the food.
        case aboveMass
        /// All parts together weigh more than the food.
        case partsAboveMass
        /// More energy than the same mass of pure fat.
        case aboveFat
        /// More than the nutrient that contains it, such as more sugars than carbohydrate.
        case above(Nutrient)
        /// Energy far from the sum of the nutrients' energy.
        case energyOffParts
    }

    /// Nutrients that are part of another one.
    private static let parts: [(part: Nutrient, whole: Nutrient)] = [
        (.sugars, .carbohydrate), (.saturated, .fat), (.monounsaturated, .fat), (.polyunsaturated, .fat),
        (.trans, .fat),
    ]
    /// Maximum energy in kilocalories per gram, that of pure fat: 9 by Regulation (EU) No 1169/2011, Annex XIV, plus 2
    /// % for rounding and for fish oils, which have 9.02 in USDA's tables.
    private static let maxEnergy = 9.18
    /// Parts may weigh 5 % more than the whole, since each is analyzed and rounded separately.
    private static let roundingShare = 1.05
    /// Half a gram, the rounding of labels; in thousandths of a gram.
    private static let roundingGrams = 500.0
    /// Maximum share of sodium in the mass: pure salt has 0.39.
    private static let maxSodium = 0.4
    /// Kilocalories in a gram of fiber: Regulation (EU) No 1169/2011, Annex XIV.
    private static let energyOfFiber = 2.0
    /// Allowed difference between the stated energy and the sum of the nutrients' energy: a fraction of it, and at
    /// least this many thousandths of a kilocalorie.
    private static let energyTolerance = (share: 0.25, minimum: 40_000.0)

    /// Finds all faults in figures.
    ///
    /// - Parameters:
    ///   - amounts: Thousandths of each nutrient's unit by its code.
    ///   - milligrams: The mass that they are for; nil if unknown.
    ///   - subject: What they describe.
    /// - Returns: Each fault with its nutrient; empty for possible figures.
    package static func faults(
        in amounts: [String: Int64], of milligrams: Int64?, as subject: Subject
    ) -> [(nutrient: Nutrient, fault: Fault)] {
        func amount(_ nutrient: Nutrient) -> Double? { amounts[nutrient.rawValue].map { Double($0) } }
        var faults: [(nutrient: Nutrient, fault: Fault)] = []
        if let milligrams { faults += massFaults(amount, Double(milligrams)) }
        for (part, whole) in parts {
            guard let some = amount(part), let all = amount(whole) else { continue }
            if some > all * roundingShare + roundingGrams { faults.append((part, .above(whole))) }
        }
        if faults.isEmpty, let energy = amount(.energy), isOff(energy, amount, subject) {
            faults.append((.energy, .energyOffParts))
        }
        return faults
    }

    private static func massFaults(
        _ amount: (Nutrient) -> Double?, _ mass: Double
    ) -> [(nutrient: Nutrient, fault: Fault)] {
        var faults: [(nutrient: Nutrient, fault: Fault)] = []
        for nutrient in Nutrient.allCases {
            guard let value = amount(nutrient), let unit = nutrient.unit.milligrams else { continue }
            let share = nutrient == .sodium ? maxSodium : 1
            if value * unit / 1_000 > mass * share * roundingShare { faults.append((nutrient, .aboveMass)) }
        }
        if let energy = amount(.energy), energy > mass * maxEnergy { faults.append((.energy, .aboveFat)) }
        let carbohydrate = max(amount(.carbohydrate) ?? 0, amount(.fiber) ?? 0)
        let sum = [.protein, .fat, .water, .alcohol].reduce(carbohydrate) { $0 + (amount($1) ?? 0) }
        if faults.isEmpty, sum > mass * roundingShare { faults.append((.carbohydrate, .partsAboveMass)) }
        return faults
    }

    /// Whether the stated energy is far from the sum of the nutrients' energy.
    ///
    /// Carbohydrate that is not sugar may be fiber or polyols, with little energy. A portion may contain more than is
    /// stated, a food with complete figures may not.
    private static func isOff(_ energy: Double, _ amount: (Nutrient) -> Double?, _ subject: Subject) -> Bool {
        let sure = [Nutrient.protein, .fat, .alcohol].reduce(0.0) { sum, nutrient in
            sum + (nutrient.kilocaloriesPerGram ?? 0) * (amount(nutrient) ?? 0)
        }
        let perCarbohydrate = Nutrient.carbohydrate.kilocaloriesPerGram ?? 0
        let lowest = sure + perCarbohydrate * min(amount(.sugars) ?? 0, amount(.carbohydrate) ?? 0)
        if energy < lowest - max(lowest * energyTolerance.share, energyTolerance.minimum) { return true }
        guard subject == .food, amount(.protein) != nil, amount(.fat) != nil, let carbohydrate = amount(.carbohydrate)
        else { return false }
        let highest = sure + perCarbohydrate * carbohydrate + energyOfFiber * (amount(.fiber) ?? 0)
        return energy > highest + max(highest * energyTolerance.share, energyTolerance.minimum)
    }
}

extension Nutrient.Unit {
    /// Milligrams in one unit of the nutrient; nil for energy.
    fileprivate var milligrams: Double? {
        switch self {
        case .kilocalories: nil
        case .grams: 1_000
        case .milligrams: 1
        case .micrograms: 0.001
        }
    }
}
