import Quantities

/// The change of an amount from week to week: a straight line fitted to the recorded days (least squares).
package struct Trend: Sendable, Hashable {
    /// Minimum number of days for a line.
    package static let minDays = 3

    /// Change per week.
    package let perWeek: Double
    /// Mean per day.
    package let mean: Double
    /// Number of days in the fit.
    package let days: Int

    /// The trend of the amounts; days without records are left out, since they are not zero.
    ///
    /// Nil for fewer than `minDays`.
    ///
    /// - Parameter amounts: One amount for each completely recorded day.
    package init?(of amounts: [CalendarDay: Double]) {
        guard amounts.count >= Self.minDays, let first = amounts.keys.min() else { return nil }
        let points = amounts.map { (x: Double(first.days(until: $0.key)), y: $0.value) }.sorted { $0.x < $1.x }
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        let common = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        days = points.count
        mean = meanY
        perWeek = 7 * common / spread
    }
}

/// Number of consecutive recorded days.
package struct Streak: Sendable, Hashable {
    /// Consecutive days up to today, or up to yesterday if today has no record yet.
    package let current: Int
    package let longest: Int

    /// The streaks in a set of days.
    ///
    /// - Parameters:
    ///   - days: Calendar days with a record; those after today do not count.
    ///   - today: The person's local day.
    package init(days: some Sequence<CalendarDay>, today: CalendarDay) {
        let numbers = Set(days.lazy.map(\.daysSinceEpoch).filter { $0 <= today.daysSinceEpoch })
        var longest = 0
        for number in numbers where !numbers.contains(number - 1) {
            longest = max(longest, Self.length(from: number, step: 1, in: numbers))
        }
        let last = today.daysSinceEpoch
        self.longest = longest
        current = Self.length(from: numbers.contains(last) ? last : last - 1, step: -1, in: numbers)
    }

    private static func length(from number: Int, step: Int, in numbers: Set<Int>) -> Int {
        var length = 0
        while numbers.contains(number + length * step) { length += 1 }
        return length
    }
}
