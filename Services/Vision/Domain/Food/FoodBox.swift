/// A rectangle around a food, in pixels of the analyzed picture.
package struct FoodBox: Sendable, Equatable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// A box from left, top, right and bottom as fractions of a picture.
    package init(parts: [Double]) {
        self.init(left: parts[0], top: parts[1], right: parts[2], bottom: parts[3])
    }

    package var width: Double { right - left }
    package var height: Double { bottom - top }
    var middle: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }

    /// Intersection over union: 0…1.
    package func overlap(_ other: FoodBox) -> Double {
        let shared =
            max(0, min(right, other.right) - max(left, other.left))
            * max(0, min(bottom, other.bottom) - max(top, other.top))
        return shared / max(width * height + other.width * other.height - shared, 1e-6)
    }

    /// The box scaled by two factors.
    package func scaled(_ across: Double, _ down: Double) -> FoodBox {
        FoodBox(left: left * across, top: top * down, right: right * across, bottom: bottom * down)
    }

    /// The part of the box inside a picture, as fractions of width and height.
    func parts(ofWidth width: Double, height: Double) -> [Double] {
        [left / width, top / height, right / width, bottom / height].map { min(1, max(0, $0)) }
    }

    /// Whether this is the plate or bowl of a food.
    func holds(_ food: FoodBox) -> Bool {
        max(width, height) > Self.plateToFood * max(food.width, food.height)
            && (left..<right).contains(food.middle.x)
            && (top - Self.rim * height..<bottom + Self.rim * height).contains(food.middle.y)
    }

    /// Minimum size of a plate relative to its food, and how far food may extend beyond the plate's box.
    private static let plateToFood = 1.15, rim = 0.3
}
