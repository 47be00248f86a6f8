import FoodCatalogue
import Quantities

/// A candidate for a recommendation, in its usual amount.
package struct FoodChoice: Sendable, Hashable {
    /// The caller's id of the food, for example a `FoodID`.
    package let id: String
    /// The usual portion.
    package let mass: Grams
    /// Amounts in that mass.
    package let amounts: NutrientAmounts
    /// Codes of its allergens; nil if unknown.
    package let allergens: Set<String>?
    /// How often the person eats it; 0 for a food that is new to them.
    package let habit: Double
    /// Factor for further reasons, such as its season; 1 without any.
    package var preference: Double

    package init(
        id: String, mass: Grams, amounts: NutrientAmounts, allergens: Set<String>?, habit: Double,
        preference: Double = 1
    ) {
        self.id = id
        self.mass = mass
        self.amounts = amounts
        self.allergens = allergens
        self.habit = habit
        self.preference = preference
    }
}

/// A food that would close some of a day's largest gaps (NUT-16).
package struct Recommendation: Sendable, Hashable {
    /// A nutrient that is certainly below its target.
    package struct Gap: Sendable, Hashable {
        package let nutrient: Nutrient
        /// The missing amount, in the nutrient's unit.
        package let missing: Double
        /// The missing fraction of the target: 0 to 1.
        package let share: Double
    }

    package let food: FoodChoice
    /// The missing nutrients that it provides, the most helpful first, in whole percent of the target.
    package let closes: [Closed]

    /// A gap, and the part of it that a food closes.
    package struct Closed: Sendable, Hashable {
        package let nutrient: Nutrient
        package let percent: Int

        package init(nutrient: Nutrient, percent: Int) {
            self.nutrient = nutrient
            self.percent = percent
        }
    }

    /// Nutrients that are never recommended to increase: energy has its own texts, and most people have enough of the
    /// others.
    private static let notSought: Set<Nutrient> = [
        .energy, .fat, .carbohydrate, .sodium, .chloride, .sugars, .saturated, .trans, .cholesterol, .alcohol,
        .caffeine,
    ]
    /// Number of largest gaps that are considered.
    package static let maxGaps = 5
    /// The minimum fraction of a target that a food must close.
    package static let minClosed = 0.05
    /// Weight of energy beyond the goal: exceeding it by a fraction costs as much as closing the same fraction of a
    /// nutrient gains.
    private static let costOfEnergy = 1.0
    /// A food below this fraction of the disease-risk level is not excluded by it.
    private static let notable = 0.1
    /// The factor that favors foods the person eats over new ones.
    private static let gainOfHabit = 2.0

    /// The largest gaps of a day, the largest first.
    ///
    /// A nutrient that some food does not state is not a gap: there may be enough of it.
    ///
    /// - Parameter assessment: The day compared with its goals.
    /// - Returns: At most `maxGaps`.
    package static func gaps(in assessment: DayAssessment) -> [Gap] {
        assessment.progress.compactMap { one -> Gap? in
            guard one.state == .below, !notSought.contains(one.target.nutrient) else { return nil }
            let missing = one.target.amount - one.figure.sum.value
            return Gap(nutrient: one.target.nutrient, missing: missing, share: missing / one.target.amount)
        }
        .sorted { ($0.share, $1.nutrient.rawValue) > ($1.share, $0.nutrient.rawValue) }
        .prefix(maxGaps).map { $0 }
    }

    /// Foods that would close the largest gaps of a day, the most helpful first.
    ///
    /// A food with an allergen of the person is left out, and so is one that would lead above an upper level. If the
    /// person has allergens, foods whose allergens are unknown come last.
    ///
    /// - Parameters:
    ///   - assessment: The day compared with its goals.
    ///   - choices: The candidates.
    ///   - avoided: Codes of the person's allergens.
    ///   - maxCount: Maximum number of results.
    /// - Returns: Different foods, each measured alone against the whole gap.
    package static func find(
        for assessment: DayAssessment, among choices: [FoodChoice], avoiding avoided: Set<String>, maxCount: Int
    ) -> [Recommendation] {
        let gaps = gaps(in: assessment)
        guard !gaps.isEmpty else { return [] }
        let scored = choices.compactMap { food -> (score: Double, recommendation: Recommendation)? in
            guard isAllowed(food, avoiding: avoided), !exceedsUpper(food, assessment) else { return nil }
            let closed = gaps.compactMap { gap -> (nutrient: Nutrient, share: Double)? in
                guard let amount = food.amounts[gap.nutrient].value?.value else { return nil }
                let share = min(amount, gap.missing) / (gap.missing / gap.share)
                return share >= minClosed ? (gap.nutrient, share) : nil
            }
            let gain = closed.reduce(0) { $0 + $1.share } - costOfEnergy * excess(of: food, assessment)
            guard gain > 0, !closed.isEmpty else { return nil }
            let closes = closed.sorted { $0.share > $1.share }.map {
                Closed(nutrient: $0.nutrient, percent: TargetProgress.percent($0.share, of: 1))
            }
            let weight = (food.habit > 0 ? gainOfHabit : 1) * food.preference
            return (gain * weight, Recommendation(food: food, closes: closes))
        }
        func isUncertain(_ one: Recommendation) -> Bool { !avoided.isEmpty && one.food.allergens == nil }
        return scored.sorted { left, right in
            let doubts = (isUncertain(left.recommendation), isUncertain(right.recommendation))
            if doubts.0 != doubts.1 { return doubts.1 }
            if left.score != right.score { return left.score > right.score }
            let (one, other) = (left.recommendation.food, right.recommendation.food)
            return one.habit != other.habit ? one.habit > other.habit : one.id < other.id
        }
        .prefix(maxCount).map(\.recommendation)
    }

    private static func isAllowed(_ food: FoodChoice, avoiding avoided: Set<String>) -> Bool {
        guard !avoided.isEmpty else { return true }
        return food.allergens?.isDisjoint(with: avoided) ?? true
    }

    private static func exceedsUpper(_ food: FoodChoice, _ assessment: DayAssessment) -> Bool {
        assessment.progress.contains { one in
            guard let upper = one.target.upper, upper.holdsForFood,
                let amount = food.amounts[one.target.nutrient].value?.value, amount > 0
            else { return false }
            // Nearly every food contains sodium: one that adds very little is not excluded.
            let adds = upper.scope == .diseaseRisk ? amount > notable * upper.amount : true
            return adds && one.figure.sum.value + amount > upper.amount
        }
    }

    /// The energy of the food beyond the goal, as a fraction of the goal; an unknown energy counts as the whole goal.
    private static func excess(of food: FoodChoice, _ assessment: DayAssessment) -> Double {
        guard let energy = assessment[.energy] else { return 0 }
        guard let amount = food.amounts[.energy].value?.value else { return 1 }
        let left = max(energy.target.amount - energy.figure.sum.value, 0)
        return max(amount - left, 0) / energy.target.amount
    }
}
