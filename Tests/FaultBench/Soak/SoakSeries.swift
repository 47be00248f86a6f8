import Foundation

/// A quantity that a soak samples, with its maximum growth.
package struct SoakSeries: Sendable {
    /// The measured quantity of a series.
    package enum Quantity: String, Sendable {
        case memory = "memory"
        case descriptors = "descriptors"
        case threads = "threads"
        /// Bytes that a service writes to its log, for each request.
        case log = "log"
        /// A table that policy prunes.
        case pruned = "pruned table"
        /// The other tables of a schema, which grow with use.
        case owned = "other tables"

        /// Maximum growth per hour; for logs, maximum bytes per request; nil if the series is only reported.
        package var limit: Double? {
            switch self {
            case .memory: 1_048_576
            case .descriptors, .threads: 1
            case .log: 3_000
            case .pruned: 4 * 1_048_576
            case .owned: nil
            }
        }

        fileprivate func format(_ value: Double) -> String {
            switch self {
            case .memory, .pruned, .owned: String(format: "%+.2f MiB/h", value / 1_048_576)
            case .descriptors, .threads: String(format: "%+.2f /h", value)
            case .log: String(format: "%.0f B/request", value)
            }
        }
    }

    package let subject: String
    package let quantity: Quantity
    package var points: [(time: Double, value: Double)] = []

    package init(_ subject: String, _ quantity: Quantity) {
        self.subject = subject
        self.quantity = quantity
    }

    /// Number of intervals whose means are the points of the line.
    private static let stretches = 24
    private static let secondsPerHour = 3_600.0

    /// The comparison of a series with its limit.
    package enum Verdict: String, Sendable {
        /// The whole interval is below the limit.
        case holds = "yes"
        /// The whole interval is above the limit.
        case grows = "NO"
        /// The time was too short for a result.
        case open = "open"
    }

    /// The result of a series.
    package struct Outcome: Sendable {
        package let line: String
        /// Nil if the series is only reported.
        package let verdict: Verdict?
    }

    /// The regression line after the warm-up.
    ///
    /// - Parameters:
    ///   - warm: The second after which samples count.
    ///   - rate: Requests per second.
    /// - Returns: nil if there are too few samples.
    package func outcome(since warm: Double, rate: Double) -> Outcome? {
        let seen = points.filter { $0.time >= warm }
        guard let trend = Trend(Trend.means(of: seen, stretches: Self.stretches)), let last = seen.last else {
            return nil
        }
        let scale = quantity == .log ? 1 / rate : Self.secondsPerHour
        let verdict = quantity.limit.map { limit -> Verdict in
            trend.lowest * scale > limit ? .grows : trend.highest * scale > limit ? .open : .holds
        }
        let size =
            [.descriptors, .threads].contains(quantity)
            ? String(format: "%.0f", last.value) : String(format: "%.1f MiB", last.value / 1_048_576)
        let cells = [
            subject, quantity.rawValue, size, quantity.format(trend.slope * scale),
            "\(quantity.format(trend.lowest * scale)) … \(quantity.format(trend.highest * scale))",
            quantity.limit.map(quantity.format) ?? "–", verdict?.rawValue ?? "–",
        ]
        return Outcome(line: "| " + cells.joined(separator: " | ") + " |", verdict: verdict)
    }

    /// The table's heading.
    package static let head = """
        | of | what | at the end | slope | 95 % interval | limit | holds |
        |---|---|---|---|---|---|---|
        """
}
