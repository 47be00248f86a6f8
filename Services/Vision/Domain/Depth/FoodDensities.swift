import Foundation

/// Densities of foods in grams per cubic centimeter, and how much of the volume below the visible surface each fills:
/// `densities.json`.
package struct FoodDensities: Sendable, Decodable {
    /// Of one food.
    package struct Density: Sendable, Decodable {
        /// Grams in a cubic centimetre.
        let density: Double
        /// Volume of the food, of the room down to the table below what is seen of it: a ball fills 0.8.
        let fill: Double
        /// By how much masses of a volume scatter, in logarithms.
        let deviation: Double
    }

    let foods: [String: Density]
    let otherwise: Density

    /// Uncertainty of a volume in logarithms, own estimates: by the depth sensor (three times a length error of a
    /// sixtieth), and by the hidden shape, seen from above and at an angle.
    private static let scale = 0.05, shapeFromAbove = 0.15, shapeAslant = 0.25
    private static let above = 35.0
    /// Of what fills a bowl it is not known how deep the bowl is: the room above the table holds the bowl, too.
    private static let bowl = 0.4

    /// The mass of a food with a volume; `isInBowl` if it fills a vessel.
    package func mass(of name: String, _ volume: FoodVolume, isInBowl: Bool = false) -> MassModel.Estimate {
        let own = foods[name] ?? otherwise
        let shape = volume.tilt <= Self.above ? Self.shapeFromAbove : Self.shapeAslant
        // Gaps were interpolated.
        let gaps = 0.3 * (1 - volume.coverage), vessel = isInBowl ? Self.bowl : 0
        let deviation =
            (own.deviation * own.deviation + Self.scale * Self.scale + shape * shape + gaps * gaps
            + vessel * vessel).squareRoot()
        return MassModel.Estimate(
            grams: max(0.1, volume.milliliters * own.density * own.fill), deviation: deviation)
    }
}
