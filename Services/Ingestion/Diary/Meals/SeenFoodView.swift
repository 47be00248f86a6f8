import EventContracts
import FoodCatalogue
import IngestionCore

/// A model's prediction for an item of a meal photo.
struct SeenFoodView: Encodable, Sendable {
    let label: String
    let score: Double
    /// The estimated mass, with the range that contains four in five true masses.
    let grams: MassView
    /// Left, top, right, bottom as fractions of the upright photo: 0…1.
    let box: [Double]
    /// Corners, x and y alternating, as fractions of the upright photo; null without an outline.
    let outline: [Double]?
    /// How the mass was estimated.
    let method: SeenFood.Method
    /// Name and version of the model.
    let model: String
    /// The lesson that overrides the label; nil without a match.
    let taught: Taught?
    /// The size in centimeters; nil without a source for one.
    let sizeCm: Size?

    /// A length with the range that contains four in five true lengths, in centimeters.
    struct Extent: Encodable, Sendable {
        let value: Double
        let low: Double
        let high: Double

        init(_ extent: SeenFood.Extent) {
            value = Double(extent.millimeters) / 10
            low = Double(extent.low) / 10
            high = Double(extent.high) / 10
        }
    }

    struct Size: Encodable, Sendable {
        let length: Extent
        let breadth: Extent
        let height: Extent?
        let scale: SeenFood.Scale

        init(_ size: SeenFood.Size) {
            length = Extent(size.length)
            breadth = Extent(size.breadth)
            height = size.height.map(Extent.init)
            scale = size.scale
        }
    }

    /// A matching lesson (VIS-12).
    struct Taught: Encodable, Sendable {
        /// Similarity to the lesson's photo; 1 means equal.
        let similarity: Double
        /// Whether the source is a shared lesson (VIS-13).
        let shared: Bool
    }

    init(_ seen: SeenFood) {
        label = seen.label
        score = seen.score
        grams = MassView(seen.milligrams, from: seen.lowMilligrams, to: seen.highMilligrams)
        box = seen.box
        outline = seen.outline
        method = seen.method
        model = seen.predictor
        taught = seen.taught.map { Taught(similarity: $0.similarity, shared: $0.isShared) }
        sizeCm = seen.size.map(Size.init)
    }
}

extension MealChanged {
    /// The meal's figures with ranges: if all estimated masses were too high, or too low.
    var figures: [String: FigureView] {
        let guessed = items.filter { $0.seen?.milligrams == $0.milligrams && $0.basis == .hundredGrams }
        guard !guessed.isEmpty else { return totals.figures }
        return Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map { nutrient in
                let sum = totals.sums[nutrient.rawValue] ?? NutrientSums.Sum(amount: 0, reported: 0)
                var below = 0.0, above = 0.0
                for item in guessed {
                    guard let seen = item.seen, let amount = item.amounts[nutrient.rawValue] else { continue }
                    let scale = Double(amount) / Double(NutrientSums.unitsPerOne)
                    below += Double(seen.milligrams - seen.lowMilligrams) * scale
                    above += Double(seen.highMilligrams - seen.milligrams) * scale
                }
                return (nutrient.figureName, FigureView(sum, of: totals.of, below: below, above: above))
            })
    }
}
