import FoodCatalogue
import Quantities

/// The amount of a nutrient as a lower bound, with the number of foods that state it.
package typealias NutrientFigure = AtLeast<NutrientValue>

/// Compares an intake with one target (NUT-07, NUT-34).
package struct TargetProgress: Sendable, Hashable {
    /// The state of the comparison; the raw value is the code on the wire.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// No food states the nutrient: nothing is known, which is not zero.
        case unknown
        /// The known amount is below the target, but not every food states the nutrient, so the target may be reached.
        case incomplete
        case below, reached
        /// The amount is above the upper level for food.
        case aboveUpper = "above-upper"
    }

    package let target: DailyTarget
    package let figure: NutrientFigure
    package let state: State
    /// Whole percent of the target, rounded down; nil if unknown.
    package let percent: Int?
    /// Whether the actual percentage may be higher.
    package let isAtLeast: Bool

    /// Maximum reported percentage.
    package static let maxPercent = 99_999
    /// Nutrients recommended as niacin equivalents, while foods state niacin alone: the body also makes it from
    /// tryptophan.
    private static let partlyStated: Set<Nutrient> = [.niacin]

    /// The progress of an amount towards a target.
    ///
    /// - Parameters:
    ///   - target: The target; above zero.
    ///   - figure: The eaten amount.
    package init(target: DailyTarget, figure: NutrientFigure) {
        self.target = target
        self.figure = figure
        isAtLeast = !figure.isComplete || Self.partlyStated.contains(target.nutrient)
        guard figure.known > 0 || figure.count == 0 else {
            (state, percent) = (.unknown, nil)
            return
        }
        let sum = figure.sum.value
        percent = Self.percent(sum, of: target.amount)
        if let upper = target.upper, upper.holdsForFood, sum > upper.amount {
            state = .aboveUpper
        } else if sum >= target.amount {
            state = .reached
        } else {
            state = isAtLeast ? .incomplete : .below
        }
    }

    /// Whole percent, rounded down.
    ///
    /// - Parameters:
    ///   - part: Not negative.
    ///   - whole: Above zero.
    /// - Returns: The percentage, at most `maxPercent`.
    package static func percent(_ part: Double, of whole: Double) -> Int {
        Int(min(max(part / whole * 100, 0), Double(maxPercent)).rounded(.down))
    }
}
