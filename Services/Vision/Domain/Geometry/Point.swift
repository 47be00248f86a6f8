/// A place in a picture: pixels from its left and upper edge.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    /// A place in pixels.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// How far another place is, in pixels.
    package func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// The place halfway to another.
    package func middle(to other: Point) -> Point {
        Point(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }

    /// The place after a turn of the picture about its origin.
    ///
    /// - Parameters:
    ///   - sine: of the angle, clockwise.
    ///   - cosine: of the angle.
    /// - Returns: the place in the turned picture.
    package func turned(sine: Double, cosine: Double) -> Point {
        Point(x: cosine * x - sine * y, y: sine * x + cosine * y)
    }
}
