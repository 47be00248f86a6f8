import Foundation

/// A part of a whole with its 95 % interval after Wilson.
package struct Share: Sendable, CustomStringConvertible {
    package let part: Int
    package let whole: Int

    package init(part: Int, whole: Int) {
        self.part = part
        self.whole = whole
    }

    /// The share; 1 for an empty whole.
    package var value: Double { whole == 0 ? 1 : Double(part) / Double(whole) }

    /// Lower and upper end.
    package var interval: (low: Double, high: Double) {
        guard whole > 0 else { return (0, 1) }
        let (n, p, z) = (Double(whole), value, 1.96)
        let center = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
        return (center - half, center + half)
    }

    package var description: String {
        guard whole > 0 else { return "–" }
        let ends = interval
        return String(format: "%.2f [%.1f–%.1f]", 100 * value, 100 * max(0, ends.low), 100 * min(1, ends.high))
    }
}
