import Foundation

/// How something grows with time: a straight line through samples by ordinary least squares, and how sure it is.
///
/// With times `t` and values `y`, `n` of each: slope `b = Σ(t − t̄)(y − ȳ) / Σ(t − t̄)²`; its standard error
/// `s = √(Σ(y − ŷ)² / (n − 2) / Σ(t − t̄)²)`; its 95 % confidence interval `b ± q·s`, where `q` is the 97.5 % quantile of
/// Student's t with `n − 2` degrees of freedom.
package struct Trend: Sendable, Equatable {
    /// Change per second.
    package let slope: Double
    /// Half the width of the interval.
    package let uncertainty: Double

    package var lowest: Double { slope - uncertainty }
    package var highest: Double { slope + uncertainty }

    /// The line through points; nil with fewer than three, or all at one time.
    package init?(_ points: [(time: Double, value: Double)]) {
        let count = Double(points.count)
        guard points.count > 2 else { return nil }
        let time = points.reduce(0) { $0 + $1.time } / count, value = points.reduce(0) { $0 + $1.value } / count
        let spread = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        guard spread > 0 else { return nil }
        let slope = points.reduce(0) { $0 + ($1.time - time) * ($1.value - value) } / spread
        let rest = points.reduce(0.0) { sum, point in
            let error = point.value - value - slope * (point.time - time)
            return sum + error * error
        }
        self.slope = slope
        uncertainty = Self.quantile(freedom: count - 2) * (rest / (count - 2) / spread).squareRoot()
    }

    /// The means of so many stretches of equal length, as points.
    ///
    /// Samples that follow each other closely are alike: taken one by one they would make the interval too narrow.
    package static func means(
        of points: [(time: Double, value: Double)], stretches: Int
    ) -> [(time: Double, value: Double)] {
        guard let first = points.first?.time, let last = points.last?.time, last > first else { return points }
        let groups = Dictionary(grouping: points) { point in
            min(stretches - 1, Int((point.time - first) / (last - first) * Double(stretches)))
        }
        return groups.sorted { $0.key < $1.key }.map { _, group in
            let count = Double(group.count)
            return (group.reduce(0) { $0 + $1.time } / count, group.reduce(0) { $0 + $1.value } / count)
        }
    }

    /// The 97.5 % quantile of Student's t, by the expansion of Abramowitz and Stegun 26.7.5: within 1 % from 3 degrees on.
    static func quantile(freedom: Double) -> Double {
        let normal = 1.959_964
        let third = pow(normal, 3), fifth = pow(normal, 5), seventh = pow(normal, 7)
        return normal + (third + normal) / (4 * freedom)
            + (5 * fifth + 16 * third + 3 * normal) / (96 * pow(freedom, 2))
            + (3 * seventh + 19 * fifth + 17 * third - 15 * normal) / (384 * pow(freedom, 3))
    }
}
