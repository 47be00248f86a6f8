import FoodCatalogue
import Quantities

/// A food that may be recommended, as much of it as is usual.
package struct FoodChoice: Sendable, Hashable {
    /// Names the food for whoever asked, for example a `FoodID`.
    package let id: String
    /// What is usually eaten of it.
    package let mass: Grams
    /// Amounts in that mass.
    package let amounts: NutrientAmounts
    /// Codes of the allergens in it; nil when they are not known.
    package let allergens: Set<String>?
    /// How often the person eats it; 0 for a food that they do not.
    package let habit: Double

    package init(id: String, mass: Grams, amounts: NutrientAmounts, allergens: Set<String>?, habit: Double) {
        self.id = id
        self.mass = mass
        self.amounts = amounts
        self.allergens = allergens
        self.habit = habit
    }
}

/// A food that would close some of a day's largest gaps (NUT-16).
package struct Recommendation: Sendable, Hashable {
    /// A nutrient of which a day has less than its target, for sure.
    package struct Gap: Sendable, Hashable {
        package let nutrient: Nutrient
        /// What is missing, in the nutrient's unit.
        package let missing: Double
        /// What is missing, of the target: 0 to 1.
        package let share: Double
    }

    package let food: FoodChoice
    /// What it gives of what is missing, the most helpful first; in whole percent of the target.
    package let closes: [Closed]

    /// A gap, and how much of it a food closes.
    package struct Closed: Sendable, Hashable {
        package let nutrient: Nutrient
        package let percent: Int

        package init(nutrient: Nutrient, percent: Int) {
            self.nutrient = nutrient
            self.percent = percent
        }
    }

    /// Nutrients that nobody is told to eat more of: energy has words of its own, and of these most people have plenty.
    private static let notSought: Set<Nutrient> = [
        .energy, .fat, .carbohydrate, .sodium, .chloride, .sugars, .saturated, .trans, .cholesterol, .alcohol,
        .caffeine,
    ]
    /// So many gaps are looked at, the largest first.
    package static let maxGaps = 5
    /// A food that closes less than this of a target is not worth naming.
    package static let minClosed = 0.05
    /// What the energy beyond the goal costs a food: as much as the same share of a nutrient gains it.
    private static let costOfEnergy = 1.0
    /// Less of the level for the risk of disease than this does not keep a food from being named.
    private static let notable = 0.1
    /// Foods that a person eats come before foods that are new to them, unless these do twice as much.
    private static let gainOfHabit = 2.0

    /// The largest gaps of a day, the largest first.
    ///
    /// A nutrient that some food does not tell is no gap: there may be enough of it.
    ///
    /// - Parameter assessment: The day held against its goals.
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

    /// What would close the largest gaps of a day, the most helpful first.
    ///
    /// A food with an allergen of the person is left out; where the person has any, so is a food whose allergens are not
    /// known. So is one that would lead above an upper level.
    ///
    /// - Parameters:
    ///   - assessment: The day held against its goals.
    ///   - choices: Foods to choose from.
    ///   - avoided: Codes of the person's allergens.
    ///   - most: How many to name.
    /// - Returns: Different foods, each measured on its own against the whole gap.
    package static func find(
        for assessment: DayAssessment, among choices: [FoodChoice], avoiding avoided: Set<String>, most: Int
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
            return (gain * (food.habit > 0 ? gainOfHabit : 1), Recommendation(food: food, closes: closes))
        }
        return scored.sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            let (one, other) = (left.recommendation.food, right.recommendation.food)
            return one.habit != other.habit ? one.habit > other.habit : one.id < other.id
        }
        .prefix(most).map(\.recommendation)
    }

    private static func isAllowed(_ food: FoodChoice, avoiding avoided: Set<String>) -> Bool {
        guard !avoided.isEmpty else { return true }
        return food.allergens?.isDisjoint(with: avoided) ?? false
    }

    private static func exceedsUpper(_ food: FoodChoice, _ assessment: DayAssessment) -> Bool {
        assessment.progress.contains { one in
            guard let upper = one.target.upper, upper.holdsForFood,
                let amount = food.amounts[one.target.nutrient].value?.value, amount > 0
            else { return false }
            // Sodium is in nearly everything: what hardly adds to it is not left out.
            let adds = upper.scope == .diseaseRisk ? amount > notable * upper.amount : true
            return adds && one.figure.sum.value + amount > upper.amount
        }
    }

    /// How much the food would lead beyond the goal of energy, as a share of it; an unknown energy is taken for all of it.
    private static func excess(of food: FoodChoice, _ assessment: DayAssessment) -> Double {
        guard let energy = assessment[.energy] else { return 0 }
        guard let amount = food.amounts[.energy].value?.value else { return 1 }
        let left = max(energy.target.amount - energy.figure.sum.value, 0)
        return max(amount - left, 0) / energy.target.amount
    }
}
