/// A point in a picture, in pixels from its left and upper edge.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    /// A point in pixels.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Distance to another point, in pixels.
    package func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// The midpoint between two points.
    package func middle(to other: Point) -> Point {
        Point(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }

    /// The point after a rotation of the picture about its origin.
    ///
    /// - Parameters:
    ///   - sine: of the angle, clockwise.
    ///   - cosine: of the angle.
    /// - Returns: the point in the rotated picture.
    package func turned(sine: Double, cosine: Double) -> Point {
        Point(x: cosine * x - sine * y, y: sine * x + cosine * y)
    }
}
