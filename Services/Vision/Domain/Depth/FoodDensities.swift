import Foundation

/// What a cubic centimetre of each food weighs, and how much of the room below what a camera sees it fills: `densities.json`.
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

    /// How much the room differs by the depth that a phone measures, three times the error of a length of a sixtieth, and by
    /// what the shape hides, seen from above and aslant; in logarithms, ours.
    private static let scale = 0.05, shapeFromAbove = 0.15, shapeAslant = 0.25
    private static let above = 35.0
    /// Of what fills a bowl it is not known how deep the bowl is: the room above the table holds the bowl, too.
    private static let bowl = 0.4

    /// What a food of a volume weighs; `isInBowl` of what fills a vessel.
    package func mass(of name: String, _ volume: FoodVolume, isInBowl: Bool = false) -> MassModel.Estimate {
        let own = foods[name] ?? otherwise
        let shape = volume.tilt <= Self.above ? Self.shapeFromAbove : Self.shapeAslant
        // What was not measured was filled up from the rest.
        let gaps = 0.3 * (1 - volume.coverage), vessel = isInBowl ? Self.bowl : 0
        let deviation =
            (own.deviation * own.deviation + Self.scale * Self.scale + shape * shape + gaps * gaps
            + vessel * vessel).squareRoot()
        return MassModel.Estimate(
            grams: max(0.1, volume.milliliters * own.density * own.fill), deviation: deviation)
    }
}
