import Foundation

/// Length, breadth and height of a food in centimeters, without a reference object; pure (VIS-03, VIS-06).
///
/// A round food, such as an apple, is modeled as an ellipsoid whose hidden axis equals its shorter visible one; its
/// volume is its mass divided by its density. Any other food is compared with its plate or bowl, and has no height.
package struct FoodSize: Sendable, Equatable {
    /// The source of the scale.
    package enum Scale: Sendable, Equatable {
        case mass, plate
    }

    /// A length in centimeters, with the range that contains four in five true lengths.
    package struct Extent: Sendable, Equatable {
        package let centimeters: Double
        package let low: Double
        package let high: Double

        /// `spread` is half the width of the range, in logarithms.
        init(_ centimeters: Double, spread: Double) {
            self.centimeters = centimeters
            low = centimeters * exp(-spread)
            high = centimeters * exp(spread)
        }
    }

    /// The shape of a food on the photo, without a scale.
    package struct Seen: Sendable, Equatable {
        /// Ratio of the longer to the shorter visible side: 1 or more.
        package let ratio: Double
        /// The longer and the shorter side as fractions of the plate's diameter; nil without a plate.
        package let ofPlate: [Double]?
        /// Density in grams per cubic centimeter; nil for a food that is not round.
        package let density: Double?

        /// Nil for a food that the edge of the photo may cut.
        package init?(_ box: FoodBox, of view: FoodView, plate: FoodBox?, density: Double?) {
            let margin = (x: Self.margin * view.width, y: Self.margin * view.height)
            guard box.left > margin.x, box.top > margin.y, box.right < view.width - margin.x,
                box.bottom < view.height - margin.y, box.width > 0, box.height > 0
            else { return nil }
            ratio = max(box.width, box.height) / min(box.width, box.height)
            // A round plate seen at an angle is shortened in one direction, and a flat food on it by the same factor.
            ofPlate = plate.map { [box.width / $0.width, box.height / $0.height].sorted(by: >) }
            self.density = density
        }

        /// Width of the rim of a photo where foods may be cut, as a fraction of its sides.
        private static let margin = 0.01
    }

    /// Diameter of plates and bowls in centimeters: the mean of 15 to 30, and half the width of that range, in
    /// logarithms.
    private static let plate = (15.0 * 30).squareRoot(), plateSpread = log(2.0) / 2
    /// Deviation of lengths from those of the ellipsoid, in logarithms: 80 % of 409 foods of ECUSTFD's validation
    /// split, with their true masses and the coin beside them, are within 0.14 from above and 0.17 from the side
    /// (Services/Vision/Training/lengths.py).
    private static let shapeSpread = 0.15

    package let length: Extent
    package let breadth: Extent
    /// The height; nil if it is unknown.
    package let height: Extent?
    package let scale: Scale

    /// The size of a food; nil if neither the mass nor a plate gives a scale.
    ///
    /// - Parameters:
    ///   - seen: The shape on the photo.
    ///   - mass: The mass of the food; nil if it may be that of another food than the density.
    package init?(_ seen: Seen, weighing mass: MassModel.Estimate?) {
        if let density = seen.density, let mass {
            let thickness = cbrt(6 * mass.grams / (density * .pi * seen.ratio))
            // A length is the cube root of a volume, so its relative error is a third.
            let spread = (pow(mass.spread / 3, 2) + pow(Self.shapeSpread, 2)).squareRoot()
            length = Extent(seen.ratio * thickness, spread: spread)
            breadth = Extent(thickness, spread: spread)
            height = breadth
            scale = .mass
        } else if let sides = seen.ofPlate {
            length = Extent(sides[0] * Self.plate, spread: Self.plateSpread)
            breadth = Extent(sides[1] * Self.plate, spread: Self.plateSpread)
            height = nil
            scale = .plate
        } else {
            return nil
        }
    }
}

extension FoodPrediction.Food {
    /// The food's size; nil without a scale.
    package var size: FoodSize? {
        // The name of another model or a lesson may mean a food other than the one whose density is known.
        let isRenamed = method == .remote || recalled != nil || predictor != nil
        return shape.flatMap { FoodSize($0, weighing: isRenamed ? nil : mass) }
    }
}
