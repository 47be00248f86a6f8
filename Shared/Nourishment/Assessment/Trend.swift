import Quantities

/// How an amount changes from week to week: the straight line nearest to the days that were entered (least squares).
package struct Trend: Sendable, Hashable {
    /// Fewest days that a line is drawn through.
    package static let fewestDays = 3

    /// Change in a week.
    package let perWeek: Double
    /// Mean of a day.
    package let mean: Double
    /// How many days the line is drawn through.
    package let days: Int

    /// The trend of the amounts; days that were not entered are not in it, as they are not zero.
    ///
    /// Nil for fewer than `fewestDays`.
    ///
    /// - Parameter amounts: One amount for each day that was entered whole.
    package init?(of amounts: [CalendarDay: Double]) {
        guard amounts.count >= Self.fewestDays, let first = amounts.keys.min() else { return nil }
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

/// How many days in a row were entered.
package struct Streak: Sendable, Hashable {
    /// Days in a row up to today, or up to yesterday while today has nothing yet.
    package let current: Int
    package let longest: Int

    /// The streaks of a set of days.
    ///
    /// - Parameters:
    ///   - days: Calendar days on which something was entered; those after today do not count.
    ///   - today: The person's day of today.
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
