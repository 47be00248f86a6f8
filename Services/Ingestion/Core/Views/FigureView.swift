import EventContracts
import FoodCatalogue

/// The amount of a nutrient in several foods as a lower bound, with the number of foods that state it; null if none
/// does.
package struct FigureView: Encodable, Sendable {
    package let value: Double?
    package let low: Double?
    package let high: Double?
    /// Number of foods that state the amount.
    package let reported: Int
    /// Number of all foods.
    package let of: Int

    /// A figure; `below` and `above` are its possible deviation, since masses are estimated.
    package init(_ sum: NutrientSums.Sum, of count: Int, below: Double = 0, above: Double = 0) {
        // If there are no foods, zero is the complete amount.
        let isKnown = sum.reported > 0 || count == 0
        value = isKnown ? Double(sum.amount) / Double(NutrientSums.unitsPerOne) : nil
        low = value.map { max(0, $0 - below) }
        high = value.map { $0 + above }
        reported = sum.reported
        of = count
    }

    private enum Key: CodingKey { case value, low, high, reported, of }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
        try container.encode(low, forKey: .low)
        try container.encode(high, forKey: .high)
        try container.encode(reported, forKey: .reported)
        try container.encode(of, forKey: .of)
    }
}

extension NutrientSums {
    /// All nutrients, under their names with units: `energyKcal`, `proteinG`.
    package var figures: [String: FigureView] {
        Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map {
                ($0.figureName, FigureView(sums[$0.rawValue] ?? Sum(amount: 0, reported: 0), of: of))
            })
    }
}

extension Nutrient {
    /// The name of the nutrient's figure, which includes the unit.
    package var figureName: String {
        switch unit {
        case .kilocalories: rawValue + "Kcal"
        case .grams: rawValue + "G"
        case .milligrams: rawValue + "Mg"
        case .micrograms: rawValue + "Mcg"
        }
    }

    /// The nutrient for a figure's name.
    package init?(figureName: String) {
        guard let nutrient = Self.byFigureName[figureName] else { return nil }
        self = nutrient
    }

    private static let byFigureName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.figureName, $0) })
}
