import Foundation

/// The volume of a food above the table, measured in a depth map; pure (VIS-03, VIS-06).
package struct FoodVolume: Sendable, Equatable {
    /// Volume in cubic centimeters of everything below the visible surface, including hidden parts.
    package let milliliters: Double
    /// The food's area on the table, in square centimeters.
    package let squareCentimeters: Double
    /// The camera's angle in degrees: 0 looking straight down, 90 along the table.
    package let tilt: Double
    /// Fraction of the food's map values that were measured: 0…1.
    package let coverage: Double

    /// Width of the ring around a food in which the table is searched, as a fraction of the food's longer side.
    private static let ring = 0.45
    /// Margin added to the outline, as a fraction of the longer side: a tight outline would cut the rim, while
    /// additional table has no volume.
    private static let margin = 0.06
    /// Minimum fraction of measured values.
    private static let minCoverage = 0.5
    /// The ratio of neighboring distances that indicates an occluding edge, and the share of the occluded volume that
    /// is food.
    ///
    /// These values keep volumes of blocks, heaps and balls seen from 0 to 50 degrees within 15 %.
    private static let cliff = 5.0, hidden = 0.5

    /// Measures the food in an outline.
    ///
    /// - Parameters:
    ///   - outline: corners, alternating x and y, as fractions of the upright photo.
    ///   - others: outlines of the other foods, which are neither table nor this food.
    ///   - field: the depth map.
    /// - Returns: nil if too little was measured, or no table was found.
    package static func measure(_ outline: [Double], beside others: [[Double]], in field: DepthField) -> FoodVolume? {
        guard outline.count >= 6 else { return nil }
        let own = PartsOutline(outline, field.width, field.height)
        let neighbors = others.map { PartsOutline($0, field.width, field.height) }
        let side = max(own.box.width, own.box.height)
        guard side >= 4, let plane = table(around: own, side, neighbors, field) else { return nil }
        let reach = own.box.grown(by: margin * side).clipped(field.width, field.height)
        var points: [[SpacePoint?]] = [], inside: [[Bool]] = []
        var places = 0, measured = 0
        for row in reach.rows {
            var line: [SpacePoint?] = [], within: [Bool] = []
            for column in reach.columns {
                let at = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                let isInside = own.holds(at)
                let isNear = isInside || own.isNear(at, margin * side) && !neighbors.contains { $0.holds(at) }
                let point = isNear ? field.point(column, row) : nil
                if isInside {
                    places += 1
                    if point != nil { measured += 1 }
                }
                line.append(point)
                within.append(isInside)
            }
            points.append(line)
            inside.append(within)
        }
        guard places > 0, Double(measured) >= minCoverage * Double(places) else { return nil }
        let (volume, area) = sum(filled(points), inside, plane, spacing: 1 / min(field.focalX, field.focalY))
        let coverage = Double(measured) / Double(places)
        guard volume > 0 else { return nil }
        let middle = SpacePoint(
            (own.box.middle.x - field.centerX) / field.focalX, (own.box.middle.y - field.centerY) / field.focalY, 1)
        let slope = middle.unit.map { acos(min(1, max(0, -$0.dot(plane.up)))) } ?? 0
        return FoodVolume(
            milliliters: volume * 1e6, squareCentimeters: area * 1e4, tilt: slope * 180 / .pi, coverage: coverage)
    }

    /// The volume in cubic meters below the surface between neighboring map values, and the area in square meters
    /// within the outline.
    ///
    /// The volume is the mean height of four values times their area on the table; overhangs, such as the lower half of
    /// a ball, count negatively.
    private static func sum(
        _ points: [[SpacePoint?]], _ inside: [[Bool]], _ plane: TablePlane, spacing: Double
    ) -> (volume: Double, area: Double) {
        var total = 0.0, area = 0.0
        for row in 0..<max(0, points.count - 1) {
            for column in 0..<max(0, points[row].count - 1) {
                guard let a = points[row][column], let b = points[row][column + 1], let c = points[row + 1][column],
                    let d = points[row + 1][column + 1]
                else { continue }
                // Seen from above, the order of rows and columns is reversed, hence the sign of the area.
                let covered = (c - b).cross(d - a).dot(plane.up) / 2
                let longest = max((a - b).length, (a - c).length, (b - d).length, (c - d).length)
                let isHidden = longest > cliff * spacing * (a.z + d.z) / 2
                let mean = (plane.height(of: a) + plane.height(of: b) + plane.height(of: c) + plane.height(of: d)) / 4
                total += mean * covered * (isHidden ? hidden : 1)
                if inside[row][column], !isHidden { area += covered }
            }
        }
        return (total, max(0, area))
    }

    /// Fills gaps of one or two values from their neighbors.
    private static func filled(_ points: [[SpacePoint?]]) -> [[SpacePoint?]] {
        var filled = points
        for _ in 0..<2 {
            let before = filled
            for row in before.indices {
                for column in before[row].indices where before[row][column] == nil {
                    var sum = SpacePoint(0, 0, 0), count = 0.0
                    // Uses the mean of two opposite neighbors, which is the depth at the gap; other neighbors would
                    // shift it.
                    for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                        guard let one = place(before, row - down, column - across),
                            let other = place(before, row + down, column + across)
                        else { continue }
                        sum = sum + one + other
                        count += 2
                    }
                    if count > 0 { filled[row][column] = sum * (1 / count) }
                }
            }
        }
        return filled
    }

    private static func place(_ points: [[SpacePoint?]], _ row: Int, _ column: Int) -> SpacePoint? {
        guard points.indices.contains(row), points[row].indices.contains(column) else { return nil }
        return points[row][column]
    }

    private static func table(
        around own: PartsOutline, _ side: Double, _ neighbors: [PartsOutline], _ field: DepthField
    ) -> TablePlane? {
        let reach = own.box.grown(by: ring * side).clipped(field.width, field.height)
        var points: [SpacePoint] = []
        for row in reach.rows {
            for column in reach.columns {
                let at = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                guard !own.isNear(at, margin * side), !neighbors.contains(where: { $0.holds(at) }),
                    let point = field.point(column, row)
                else { continue }
                points.append(point)
            }
        }
        return TablePlane.find(points, down: field.down)
    }
}

/// An outline in the coordinates of a map.
struct PartsOutline: Sendable {
    let corners: [Point]
    let box: FoodBox

    /// An outline from corners as fractions of width and height, alternating x and y.
    init(_ parts: [Double], _ width: Int, _ height: Int) {
        corners = stride(from: 0, to: parts.count - 1, by: 2).map {
            Point(x: parts[$0] * Double(width), y: parts[$0 + 1] * Double(height))
        }
        box = FoodBox(
            left: corners.map(\.x).min() ?? 0, top: corners.map(\.y).min() ?? 0, right: corners.map(\.x).max() ?? 0,
            bottom: corners.map(\.y).max() ?? 0)
    }

    /// The corners of the ellipse in a box (left, top, right, bottom as fractions), for a food without an outline.
    static func ellipse(in box: [Double]) -> [Double] {
        let middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        let half = ((box[2] - box[0]) / 2, (box[3] - box[1]) / 2)
        return (0..<32).flatMap { step in
            let angle = Double(step) / 32 * 2 * .pi
            return [middle.0 + half.0 * cos(angle), middle.1 + half.1 * sin(angle)]
        }
    }

    /// Whether a point is inside, that is, an odd number of edges is to its right.
    func holds(_ place: Point) -> Bool {
        guard (box.left...box.right).contains(place.x), (box.top...box.bottom).contains(place.y) else { return false }
        var isInside = false
        var last = corners[corners.count - 1]
        for corner in corners {
            if (corner.y > place.y) != (last.y > place.y),
                place.x < (last.x - corner.x) * (place.y - corner.y) / (last.y - corner.y) + corner.x
            {
                isInside.toggle()
            }
            last = corner
        }
        return isInside
    }

    /// Whether a point is inside, or within a distance from an edge.
    func isNear(_ place: Point, _ distance: Double) -> Bool {
        if holds(place) { return true }
        guard box.grown(by: distance).holds(place) else { return false }
        var last = corners[corners.count - 1]
        for corner in corners {
            let along = Point(x: corner.x - last.x, y: corner.y - last.y)
            let length = max(along.x * along.x + along.y * along.y, 1e-12)
            let part = min(1, max(0, ((place.x - last.x) * along.x + (place.y - last.y) * along.y) / length))
            let off = Point(x: place.x - last.x - part * along.x, y: place.y - last.y - part * along.y)
            if off.x * off.x + off.y * off.y <= distance * distance { return true }
            last = corner
        }
        return false
    }
}

extension FoodBox {
    fileprivate func grown(by distance: Double) -> FoodBox {
        FoodBox(left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance)
    }

    fileprivate func holds(_ place: Point) -> Bool {
        (left...right).contains(place.x) && (top...bottom).contains(place.y)
    }

    /// The columns and rows of a map within the outline's bounds.
    fileprivate func clipped(_ width: Int, _ height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(_ low: Double, _ high: Double, _ bound: Int) -> Range<Int> {
            let first = min(max(0, Int(low.rounded(.down))), bound)
            return first..<min(max(first, Int(high.rounded(.up))), bound)
        }
        return (range(left, right, width), range(top, bottom, height))
    }
}
