#if canImport(Glibc)
    import Glibc
#endif

/// Four corners around a line of text, named by the reading direction.
package struct Quad: Sendable, Hashable {
    package var topLeft: Point
    package var topRight: Point
    package var bottomRight: Point
    package var bottomLeft: Point

    /// Four corners in pixels of the picture.
    package init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// An upright rectangle.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.init(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
            bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
    }

    package var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// Length along the line, in pixels.
    package var length: Double {
        (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2
    }

    /// Height across the line, in pixels.
    package var height: Double {
        (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2
    }

    package var center: Point { start.middle(to: end) }

    /// The middle of the edge where the line begins.
    package var start: Point { topLeft.middle(to: bottomLeft) }

    /// The middle of the edge where the line ends.
    package var end: Point { topRight.middle(to: bottomRight) }

    /// The reading direction in radians: 0 is to the right, a quarter circle is down.
    package var angle: Double { atan2(end.y - start.y, end.x - start.x) }

    /// The smallest upright rectangle around the quadrilateral.
    package var bounds: PixelRect {
        let xs = corners.map(\.x), ys = corners.map(\.y)
        return PixelRect(
            minX: xs.min() ?? 0, minY: ys.min() ?? 0, maxX: xs.max() ?? 0, maxY: ys.max() ?? 0)
    }

    /// The corners after a rotation of the picture about its origin.
    package func turned(sine: Double, cosine: Double) -> Quad {
        Quad(
            topLeft: topLeft.turned(sine: sine, cosine: cosine), topRight: topRight.turned(sine: sine, cosine: cosine),
            bottomRight: bottomRight.turned(sine: sine, cosine: cosine),
            bottomLeft: bottomLeft.turned(sine: sine, cosine: cosine))
    }
}
