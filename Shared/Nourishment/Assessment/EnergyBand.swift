import FoodCatalogue
import Quantities

/// A day's energy in words: what is shown in the place of numbers, and what findings are made of.
package enum EnergyBand: String, Sendable, Codable, CaseIterable {
    /// Nothing entered, or too little told to judge.
    case unknown
    case wellBelow = "well-below"
    case below
    case near
    case above
    case wellAbove = "well-above"

    /// Within so much of the target a day is near it: what cannot be told apart with weighed portions and tables.
    package static let nearDistance = 0.10
    /// From so much on a day is well away from the target.
    ///
    /// What one person eats varies by about a quarter from day to day (G. H. Beaton and others, Am J Clin Nutr
    /// 1979;32:2546), so that less than that says nothing.
    package static let wellDistance = 0.30

    /// The band of a day.
    ///
    /// Where some food does not tell its energy, a day can be seen to be above its target and never to be below.
    ///
    /// - Parameters:
    ///   - energy: What was eaten; of nothing entered, nothing is known.
    ///   - target: Above zero.
    package init(of energy: NutrientFigure, target: Kilocalories) {
        guard energy.known > 0 else {
            self = .unknown
            return
        }
        let ratio = energy.sum.value / target.value
        let band: EnergyBand =
            switch ratio {
            case ..<(1 - Self.wellDistance): .wellBelow
            case ..<(1 - Self.nearDistance): .below
            case ...(1 + Self.nearDistance): .near
            case ...(1 + Self.wellDistance): .above
            default: .wellAbove
            }
        self = energy.isComplete || ratio > 1 + Self.nearDistance ? band : .unknown
    }
}
