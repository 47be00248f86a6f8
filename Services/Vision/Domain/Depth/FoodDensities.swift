import Foundation

/// Densities of foods in grams per cubic centimeter, and the share of the volume below the visible surface that each
/// fills: `densities.json`.
package struct FoodDensities: Sendable, Decodable {
    /// The density of one food.
    package struct Density: Sendable, Decodable {
        /// Density in grams per cubic centimeter.
        let density: Double
        /// Volume of the food, as a fraction of the space below its visible surface down to the table: 0.8 for a ball.
        let fill: Double
        /// Standard deviation of masses for a volume, in logarithms.
        let deviation: Double
    }

    let foods: [String: Density]
    let otherwise: Density

    /// Standard deviations of a volume in logarithms, estimated for this project: from the depth sensor (three times a
    /// length error of a sixtieth), and from the hidden shape, seen from above and at an angle.
    private static let scale = 0.05, shapeFromAbove = 0.15, shapeAslant = 0.25
    private static let above = 35.0
    /// Standard deviation for a food in a bowl, in logarithms: the volume above the table includes the bowl, whose
    /// depth is unknown.
    private static let bowl = 0.4

    /// Maximum fill of a round food: 0.8 for a ball; foods with more are long or flat.
    private static let round = 0.82

    /// The density of a round food in grams per cubic centimeter; nil for all others.
    package func ofRound(_ name: String) -> Double? { foods[name].flatMap { $0.fill <= Self.round ? $0.density : nil } }

    /// The mass of a food with a volume; `isInBowl` if it fills a vessel.
    package func mass(of name: String, _ volume: FoodVolume, isInBowl: Bool = false) -> MassModel.Estimate {
        let own = foods[name] ?? otherwise
        let shape = volume.tilt <= Self.above ? Self.shapeFromAbove : Self.shapeAslant
        // Missing measurements were interpolated, which adds uncertainty.
        let gaps = 0.3 * (1 - volume.coverage), vessel = isInBowl ? Self.bowl : 0
        let deviation =
            (own.deviation * own.deviation + Self.scale * Self.scale + shape * shape + gaps * gaps
            + vessel * vessel).squareRoot()
        return MassModel.Estimate(
            grams: max(0.1, volume.milliliters * own.density * own.fill), deviation: deviation)
    }
}
