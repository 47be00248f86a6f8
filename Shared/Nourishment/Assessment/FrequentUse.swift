import Foundation
import Quantities

/// That something was eaten: a food, or a meal as a whole.
package struct Use<Key: Hashable & Comparable & Sendable>: Sendable, Hashable {
    package let key: Key
    package let day: CalendarDay
    /// The slot of the meal, such as breakfast.
    package let slot: String
    /// Minutes since midnight, by the person's clock.
    package let minute: Int

    package init(key: Key, day: CalendarDay, slot: String, minute: Int) {
        self.key = key
        self.day = day
        self.slot = slot
        self.minute = minute
    }
}

/// What a person is likely to enter now: what they often eat in this slot about this time, of late more than long ago
/// (NUT-19).
package enum FrequentUse {
    /// After so many days a use counts half.
    package static let halfLife = 14.0
    /// A use in another slot counts so much.
    package static let otherSlot = 0.25
    /// Uses so many minutes away count about six tenths; the standard deviation of a bell curve.
    package static let spreadOfTime = 90.0
    /// What is left of a use at quite another time of day.
    package static let otherTime = 0.2
    /// Minutes of a day.
    private static let minutesOfDay = 1_440

    /// Something eaten before, and how likely it is to be eaten now.
    package struct Suggestion<Key: Hashable & Comparable & Sendable>: Sendable, Hashable {
        package let key: Key
        /// Uses, each by its weight.
        package let score: Double
        package let lastDay: CalendarDay
    }

    /// The likeliest, first.
    ///
    /// - Parameters:
    ///   - uses: What was eaten; those after `day` do not count.
    ///   - day: The day of the meal to be entered.
    ///   - slot: Its slot.
    ///   - minute: Its time, in minutes since midnight.
    ///   - most: How many to name.
    /// - Returns: Different keys; those of equal score by the last day, then by the key.
    package static func suggest<Key>(
        from uses: some Sequence<Use<Key>>, on day: CalendarDay, slot: String, minute: Int, most: Int
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
            .prefix(most).map { $0 }
    }

    /// How near two times of day are, over midnight too: 1 for the same, `otherTime` far away.
    private static func nearness(of minute: Int, to other: Int) -> Double {
        let distance = abs(minute - other) % minutesOfDay
        let around = Double(min(distance, minutesOfDay - distance)) / spreadOfTime
        return otherTime + (1 - otherTime) * exp(-around * around / 2)
    }
}
