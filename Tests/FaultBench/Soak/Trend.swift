import Foundation

/// Growth over time: a straight line through samples by ordinary least squares, with its confidence interval.
///
/// With times `t` and values `y`, `n` of each: slope `b = Σ(t − t̄)(y − ȳ) / Σ(t − t̄)²`; its standard error
/// `s = √(Σ(y − ŷ)² / (m − 2) / Σ(t − t̄)²)`; its 95 % confidence interval `b ± q·s`, where `q` is the 97.5 % quantile
/// of Student's t with `m − 2` degrees of freedom. `m` is the number of independent points: autocorrelated residuals,
/// as on a step or a curve, count as fewer points, `m = n(1 − r)/(1 + r)` with their correlation `r ≥ 0` (Santer et al.
/// 2000, J. Geophys. Res. 105, 7337). The minimum of 4 is a choice of this project: a line with tiny residuals has a
/// certain slope even if they are correlated.
package struct Trend: Sendable, Equatable {
    /// Change per second.
    package let slope: Double
    /// Half the width of the interval.
    package let uncertainty: Double

    package var lowest: Double { slope - uncertainty }
    package var highest: Double { slope + uncertainty }

    /// The line through points; nil for fewer than four points, or if all have the same time.
    package init?(_ points: [(time: Double, value: Double)]) {
        let count = Double(points.count)
        guard points.count >= Int(Self.minPoints) else { return nil }
        let time = points.reduce(0) { $0 + $1.time } / count, value = points.reduce(0) { $0 + $1.value } / count
        let spread = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        guard spread > 0 else { return nil }
        let slope = points.reduce(0) { $0 + ($1.time - time) * ($1.value - value) } / spread
        let residuals = points.sorted { $0.time < $1.time }.map { $0.value - value - slope * ($0.time - time) }
        let rest = residuals.reduce(0) { $0 + $1 * $1 }
        let likeness = Self.likeness(of: residuals)
        let freedom = max(Self.minPoints, count * (1 - likeness) / (1 + likeness)) - 2
        self.slope = slope
        uncertainty = Self.quantile(freedom: freedom) * (rest / freedom / spread).squareRoot()
    }

    /// Minimum number of independent points, whatever their correlation.
    private static let minPoints = 4.0

    /// Correlation of successive residuals, at least 0.
    private static func likeness(of residuals: [Double]) -> Double {
        let rest = residuals.reduce(0) { $0 + $1 * $1 }
        guard rest > 0 else { return 0 }
        return max(0, zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / rest)
    }

    /// The means of a number of intervals of equal length, as points.
    ///
    /// Consecutive samples are correlated: as single points they would make the interval too narrow.
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

    /// The 97.5 % quantile of Student's t, by the expansion of Abramowitz and Stegun 26.7.5: within 1 % from 3 degrees
    /// on, 3 % at 2.
    static func quantile(freedom: Double) -> Double {
        let normal = 1.959_964
        let third = pow(normal, 3), fifth = pow(normal, 5), seventh = pow(normal, 7)
        return normal + (third + normal) / (4 * freedom)
            + (5 * fifth + 16 * third + 3 * normal) / (96 * pow(freedom, 2))
            + (3 * seventh + 19 * fifth + 17 * third - 15 * normal) / (384 * pow(freedom, 3))
    }
}
