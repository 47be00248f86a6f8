import Foundation
import Quantities

/// One use: a food or a whole meal was eaten.
package struct Use<Key: Hashable & Comparable & Sendable>: Sendable, Hashable {
    package let key: Key
    package let day: CalendarDay
    /// The slot of the meal, such as breakfast.
    package let slot: String
    /// Minutes since midnight, local time.
    package let minute: Int

    package init(key: Key, day: CalendarDay, slot: String, minute: Int) {
        self.key = key
        self.day = day
        self.slot = slot
        self.minute = minute
    }
}

/// Suggests entries that are likely now: eaten often in this slot at about this time, recent uses counting more
/// (NUT-19).
package enum FrequentUse {
    /// Days after which a use counts half.
    package static let halfLife = 14.0
    /// The weight of a use in another slot.
    package static let otherSlot = 0.25
    /// Standard deviation of the time of day, in minutes; a use this far away counts about six tenths.
    package static let spreadOfTime = 90.0
    /// The weight of a use at a distant time of day.
    package static let otherTime = 0.2
    /// Minutes in a day.
    private static let minutesOfDay = 1_440

    /// A candidate with its likelihood of being eaten now.
    package struct Suggestion<Key: Hashable & Comparable & Sendable>: Sendable, Hashable {
        package let key: Key
        /// Weighted number of uses.
        package let score: Double
        package let lastDay: CalendarDay
    }

    /// The most likely candidates, best first.
    ///
    /// - Parameters:
    ///   - uses: Recorded uses; those after `day` do not count.
    ///   - day: The day of the new meal.
    ///   - slot: Its slot.
    ///   - minute: Its time, in minutes since midnight.
    ///   - maxCount: Maximum number of results.
    /// - Returns: Different keys; equal scores are ordered by the last day, then by the key.
    package static func suggest<Key>(
        from uses: some Sequence<Use<Key>>, on day: CalendarDay, slot: String, minute: Int, maxCount: Int
    ) -> [Suggestion<Key>] {
        var found: [Key: (score: Double, lastDay: CalendarDay)] = [:]
        for use in uses {
            let age = use.day.days(until: day)
            guard age >= 0 else { continue }
            let weight =
                pow(0.5, Double(age) / halfLife) * (use.slot == slot ? 1 : otherSlot)
                * nearness(of: use.minute, to: minute)
            let known = found[use.key] ?? (0, use.day)
            found[use.key] = (known.score + weight, max(known.lastDay, use.day))
        }
        return found.map { Suggestion(key: $0.key, score: $0.value.score, lastDay: $0.value.lastDay) }
            .sorted { left, right in
                if left.score != right.score { return left.score > right.score }
                return left.lastDay != right.lastDay ? left.lastDay > right.lastDay : left.key < right.key
            }
            .prefix(maxCount).map { $0 }
    }

    /// The similarity of two times of day, across midnight too: 1 if equal, `otherTime` far away.
    private static func nearness(of minute: Int, to other: Int) -> Double {
        let distance = abs(minute - other) % minutesOfDay
        let around = Double(min(distance, minutesOfDay - distance)) / spreadOfTime
        return otherTime + (1 - otherTime) * exp(-around * around / 2)
    }
}
