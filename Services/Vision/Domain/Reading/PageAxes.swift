import Foundation

/// The directions of text on a page, independent of the picture's orientation.
struct PageAxes {
    private let x: Double
    private let y: Double

    /// The mean direction of the lines, weighted by length; nil without lines, or if their directions cancel out.
    init?(_ lines: [TextLine]) {
        let sum = lines.reduce((x: 0.0, y: 0.0)) { sum, line in
            (sum.x + line.quad.end.x - line.quad.start.x, sum.y + line.quad.end.y - line.quad.start.y)
        }
        let length = hypot(sum.x, sum.y)
        guard length > 0 else { return nil }
        x = sum.x / length
        y = sum.y / length
    }

    /// Distance in the reading direction, in pixels.
    func along(_ point: Point) -> Double { point.x * x + point.y * y }

    /// Distance down the page, across the lines, in pixels.
    func depth(_ point: Point) -> Double { point.y * x - point.x * y }
}
