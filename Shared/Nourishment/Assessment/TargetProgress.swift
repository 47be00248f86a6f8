import FoodCatalogue
import Quantities

/// How much there is of a nutrient: at least so much, as so many of the foods tell.
package typealias NutrientFigure = AtLeast<NutrientValue>

/// How far an intake is with one target (NUT-07, NUT-34).
package struct TargetProgress: Sendable, Hashable {
    /// What can be said; the raw value is the code on the wire.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// No food tells the nutrient: nothing can be said, least of all zero.
        case unknown
        /// Less than the target so far, but not every food tells it: it may be reached.
        case incomplete
        case below, reached
        /// More than the upper level that holds for food.
        case aboveUpper = "above-upper"
    }

    package let target: DailyTarget
    package let figure: NutrientFigure
    package let state: State
    /// Whole percent of the target, rounded down; nil where nothing can be said.
    package let percent: Int?
    /// Whether there may be more than the percentage says.
    package let isAtLeast: Bool

    /// Largest percentage that is written.
    package static let maxPercent = 99_999
    /// Recommended as niacin equivalents, while foods tell niacin alone: what the body makes of tryptophan comes on top.
    private static let toldInPart: Set<Nutrient> = [.niacin]

    /// The progress of a figure towards a target.
    ///
    /// - Parameters:
    ///   - target: What is aimed at; above zero.
    ///   - figure: What was eaten.
    package init(target: DailyTarget, figure: NutrientFigure) {
        self.target = target
        self.figure = figure
        isAtLeast = !figure.isComplete || Self.toldInPart.contains(target.nutrient)
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
