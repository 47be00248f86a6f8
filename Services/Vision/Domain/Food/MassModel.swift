import Foundation

/// Estimates mass without reference objects: the food's usual mass, adjusted by its size and appearance (`priors.json`,
/// Services/Vision/Models/food/README.md).
package struct MassModel: Sendable, Decodable {
    /// A mass in grams, and the range that contains four in five true masses.
    package struct Estimate: Sendable, Equatable {
        package let grams: Double
        package let low: Double
        package let high: Double

        /// `spread` is half the width of the range, in logarithms.
        package init(logarithm: Double, spread: Double) {
            grams = exp(logarithm)
            low = exp(logarithm - spread)
            high = exp(logarithm + spread)
        }
    }

    /// The inputs of a mass estimate.
    package struct Seen: Sendable {
        package var box: FoodBox
        package var width: Double
        package var height: Double
        package var vessel: FoodBox?
        package var embedding: [Double]

        package init(box: FoodBox, width: Double, height: Double, vessel: FoodBox?, embedding: [Double]) {
            self.box = box
            self.width = width
            self.height = height
            self.vessel = vessel
            self.embedding = embedding
        }

        /// Logarithms of the item's size in the photo and relative to its plate, its height, and whether a plate was
        /// found.
        var geometry: [Double] {
            let side = max(box.width * box.height, 1).squareRoot()
            let relative = log(side / (width * height).squareRoot()) + 1.4
            let shape = log(box.height / box.width)
            guard let vessel else { return [relative, shape, 0, 0, 0] }
            let across = vessel.width, deep = vessel.height
            return [relative, shape, log(side / max(across, deep)) + 0.9, 1, log(deep / across)]
        }
    }

    private struct Regression: Sendable, Decodable {
        let geometry: [Double]
        let embedding: [Double]
    }

    private struct Item: Sendable, Decodable {
        let grams: Double
        let classSpread: Double
        let spread: Double
        let gain: Double
        let mean: Double
    }

    private struct Usual: Sendable, Decodable {
        let grams: Double
        let spread: Double

        var estimate: Estimate { Estimate(logarithm: log(grams), spread: spread) }
    }

    /// The logarithm of a mass as a function of that of the area in square centimeters.
    private struct Covering: Sendable, Decodable {
        let bias: Double
        let area: Double
        let spread: Double
    }

    private struct Dishes: Sendable, Decodable {
        let usual: Usual
        let withArea: Covering
    }

    private let regression: Regression
    private let items: [String: Item]
    private let roles: [String: Usual]
    private let dishes: Dishes

    /// Maximum difference of an item's mass from the mean of its name, in logarithms.
    private static let furthest = 0.8

    /// The usual mass of a food, whatever it looks like; nil for an unknown name.
    package func usual(_ name: String) -> Estimate? {
        items[name].map { Estimate(logarithm: log($0.grams), spread: $0.classSpread) }
    }

    /// The mass of a food, and whether its appearance was used; nil for an unknown name.
    package func item(_ name: String, _ seen: Seen) -> (estimate: Estimate, byAppearance: Bool)? {
        guard let item = items[name] else { return nil }
        guard item.gain != 0 else { return usual(name).map { (estimate: $0, byAppearance: false) } }
        let published = Self.dot(regression.geometry, seen.geometry) + Self.dot(regression.embedding, seen.embedding)
        let moved = min(max(item.gain * (published - item.mean), -Self.furthest), Self.furthest)
        return (Estimate(logarithm: log(item.grams) + moved, spread: item.spread), true)
    }

    /// The usual mass of an unnamed food by its role on a tray; nil for an unknown role.
    package func role(_ name: String) -> Estimate? { roles[name]?.estimate }

    /// The usual mass of a dish.
    package var dish: Estimate { dishes.usual.estimate }

    /// The mass of a dish that covers an area on the table, in square centimeters.
    package func dish(covering area: Double) -> Estimate {
        let model = dishes.withArea
        return Estimate(logarithm: model.bias + model.area * log(max(area, 1)), spread: model.spread)
    }

    private static func dot(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
