import FoodCatalogue
import Quantities

/// A day's energy in words: shown instead of numbers, and the basis of findings.
package enum EnergyBand: String, Sendable, Codable, CaseIterable {
    /// Nothing was recorded, or too little is known.
    case unknown
    case wellBelow = "well-below"
    case below
    case near
    case above
    case wellAbove = "well-above"

    /// Distance from the target, as a fraction, within which a day counts as near it; smaller differences are within
    /// the error of weighing and tables.
    package static let nearDistance = 0.10
    /// Distance from the target, as a fraction, from which a day counts as well away from it.
    ///
    /// A person's intake varies by about a quarter from day to day (G. H. Beaton and others, Am J Clin Nutr
    /// 1979;32:2546), so smaller differences are not meaningful.
    package static let wellDistance = 0.30

    /// The band of a day.
    ///
    /// If a food does not state its energy, a day can be above its target but is never judged to be below.
    ///
    /// - Parameters:
    ///   - energy: The recorded energy; unknown without an entry.
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
