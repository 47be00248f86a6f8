/// An upright rectangle in a picture, in pixels.
package struct PixelRect: Sendable, Hashable {
    package var minX: Double
    package var minY: Double
    package var maxX: Double
    package var maxY: Double

    /// A rectangle between two corners.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    package var width: Double { max(0, maxX - minX) }
    package var height: Double { max(0, maxY - minY) }
    package var area: Double { width * height }

    /// The smallest rectangle around both.
    package func union(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// The common part; empty if they do not overlap.
    package func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    /// The rectangle enlarged by a margin on every side.
    package func grown(by margin: Double) -> PixelRect {
        PixelRect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    /// Whether a point is inside.
    package func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    /// The fraction of the smaller rectangle inside the other: 0…1.
    package func overlap(_ other: PixelRect) -> Double {
        let smaller = min(area, other.area)
        return smaller > 0 ? intersection(other).area / smaller : 0
    }
}
