/// The slope of lines by their place in a photo, as one smooth surface.
///
/// A slanted view changes slopes from top to bottom, curved paper from left to right. A short name alone determines its
/// row's slope badly, all lines together determine it well.
struct PaperShape {
    /// The slope in the center, and its change from edge to edge, across and down.
    private var slope = 0.0, across = 0.0, down = 0.0
    private let center: (x: Double, y: Double)
    private let size: (x: Double, y: Double)

    /// Minimum ratio of length to height of lines that determine slopes.
    private static let minRatio = 2.5
    /// Regularization of slope changes if there are few lines, in squared heights.
    private static let stiffness = 20.0
    /// Maximum distance of slopes from the surface in each round; outliers are ignored.
    private static let farthest = [1.0, 0.12, 0.06]

    /// The surface that fits the lines best.
    init(_ fragments: [Fragment]) {
        let left = fragments.map(\.left).min() ?? 0, right = fragments.map(\.right).max() ?? 1
        let top = fragments.map(\.y).min() ?? 0, bottom = fragments.map(\.y).max() ?? 1
        center = ((left + right) / 2, (top + bottom) / 2)
        size = (max(1, right - left), max(1, bottom - top))
        let long = fragments.filter { $0.width > Self.minRatio * $0.height }
        for farthest in Self.farthest { fit(long.filter { abs($0.slope - slope(at: $0.middle, $0.y)) < farthest }) }
    }

    /// The slope at a place.
    func slope(at x: Double, _ y: Double) -> Double {
        slope + across * (x - center.x) / size.x + down * (y - center.y) / size.y
    }

    /// How far a row sinks between the center of a line and a place beside it, in pixels.
    func rise(from fragment: Fragment, to x: Double) -> Double {
        (x - fragment.middle) * slope(at: (fragment.middle + x) / 2, fragment.y)
    }

    /// Least squares, weighted by length: long lines determine slopes better.
    private mutating func fit(_ fragments: [Fragment]) {
        guard fragments.count > 2 else { return }
        var matrix = [[Double]](repeating: [0, 0, 0], count: 3), vector = [0.0, 0, 0]
        for fragment in fragments {
            let length = fragment.width / fragment.height, weight = length * length
            let terms = [1, (fragment.middle - center.x) / size.x, (fragment.y - center.y) / size.y]
            for row in 0..<3 {
                vector[row] += weight * terms[row] * fragment.slope
                for column in 0..<3 { matrix[row][column] += weight * terms[row] * terms[column] }
            }
        }
        matrix[1][1] += Self.stiffness
        matrix[2][2] += Self.stiffness
        guard let found = Self.solved(matrix, vector) else { return }
        (slope, across, down) = (found[0], found[1], found[2])
    }

    /// The solution of three equations by elimination; nil if they do not have exactly one.
    private static func solved(_ matrix: [[Double]], _ vector: [Double]) -> [Double]? {
        var rows = zip(matrix, vector).map { $0 + [$1] }
        for place in 0..<3 {
            guard let pivot = (place..<3).max(by: { abs(rows[$0][place]) < abs(rows[$1][place]) }),
                abs(rows[pivot][place]) > 1e-9
            else { return nil }
            rows.swapAt(place, pivot)
            for other in 0..<3 where other != place {
                let factor = rows[other][place] / rows[place][place]
                for column in place..<4 { rows[other][column] -= factor * rows[place][column] }
            }
        }
        return (0..<3).map { rows[$0][3] / rows[$0][$0] }
    }
}
