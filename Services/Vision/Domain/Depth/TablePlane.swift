import Foundation

/// The plane of the table, found among the points around a food; deterministic and without side effects.
struct TablePlane: Sendable, Equatable {
    /// The upward normal, of length 1.
    let up: SpacePoint
    /// Height of the camera above the plane, in meters.
    let height: Double

    /// Height of a point above the plane, in meters.
    func height(of point: SpacePoint) -> Double { up.dot(point) + height }

    /// Maximum distance of a point from its plane in meters, and as a fraction of the point's distance: the noise of
    /// phones at arm's length.
    private static let tolerance = 0.004, share = 0.01
    /// Minimum share of points that must be on the plane.
    private static let minInliers = 0.3
    /// Number of planes tried, and of points used to score them.
    private static let tries = 160, maxPoints = 1_500
    /// Minimum cosine between the plane's normal and the vertical: 25 degrees.
    private static let level = 0.906
    /// Minimum number of points of a plane.
    private static let minPoints = 24

    /// Finds the plane with the most points.
    ///
    /// - Returns: Nil if less than 30 % of the points are on any plane, or it is not level.
    static func find(_ points: [SpacePoint], down: SpacePoint?) -> TablePlane? {
        guard points.count >= minPoints else { return nil }
        var chance = SplitMix(state: 0x5eed)
        var sample = points
        if sample.count > maxPoints {
            sample = (0..<maxPoints).map { _ in points[Int(chance.next() % UInt64(points.count))] }
        }
        let tolerance = max(tolerance, share * sample.map(\.z).reduce(0, +) / Double(sample.count))
        var best: (plane: TablePlane, count: Int)?
        for _ in 0..<tries {
            let corners = (0..<3).map { _ in sample[Int(chance.next() % UInt64(sample.count))] }
            guard let plane = through(corners[0], corners[1], corners[2]), plane.isLevel(down) else { continue }
            let count = sample.count { abs(plane.height(of: $0)) <= tolerance }
            if count > best?.count ?? 0 { best = (plane, count) }
        }
        guard var found = best?.plane else { return nil }
        for _ in 0..<3 {
            guard let better = fit(sample.filter { abs(found.height(of: $0)) <= tolerance }) else { break }
            found = better
        }
        let inliers = sample.count { abs(found.height(of: $0)) <= tolerance }
        guard Double(inliers) >= minInliers * Double(sample.count), found.isLevel(down) else { return nil }
        return found
    }

    private func isLevel(_ down: SpacePoint?) -> Bool { down.map { -up.dot($0) >= Self.level } ?? true }

    private static func through(_ first: SpacePoint, _ second: SpacePoint, _ third: SpacePoint) -> TablePlane? {
        (second - first).cross(third - first).unit.flatMap { facing($0, through: first) }
    }

    /// The plane with a normal towards the camera; nil if the camera looks along it.
    private static func facing(_ normal: SpacePoint, through point: SpacePoint) -> TablePlane? {
        let distance = -normal.dot(point)
        guard abs(distance) > 0.02 else { return nil }
        return distance > 0
            ? TablePlane(up: normal, height: distance) : TablePlane(up: normal * -1, height: -distance)
    }

    /// The plane closest to some points; its normal is the direction with the smallest variance.
    private static func fit(_ points: [SpacePoint]) -> TablePlane? {
        guard points.count >= minPoints else { return nil }
        let middle = points.reduce(SpacePoint(0, 0, 0), +) * (1 / Double(points.count))
        var xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0
        for point in points {
            let off = point - middle
            xx += off.x * off.x
            xy += off.x * off.y
            xz += off.x * off.z
            yy += off.y * off.y
            yz += off.y * off.z
            zz += off.z * off.z
        }
        // The normal is orthogonal to the rows of the scatter matrix without its smallest part: the largest of their
        // cross products.
        let rows = [SpacePoint(xx, xy, xz), SpacePoint(xy, yy, yz), SpacePoint(xz, yz, zz)]
        let products = [rows[0].cross(rows[1]), rows[0].cross(rows[2]), rows[1].cross(rows[2])]
        return products.max { $0.length < $1.length }?.unit.flatMap { facing($0, through: middle) }
    }
}

/// Deterministic pseudo-random numbers (SplitMix64 by Steele, Lea and Flood).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
