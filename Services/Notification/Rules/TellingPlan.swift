import EventContracts
import Foundation
import Quantities

/// Decides when and by which channels a person is told.
package enum TellingPlan {
    /// One telling.
    package struct Telling: Sendable, Equatable {
        package let channel: TellingChannel
        /// Not before.
        package let at: Date
        /// Whether it comes with everything else of the day.
        package let isInDigest: Bool

        package init(_ channel: TellingChannel, at: Date, isInDigest: Bool = false) {
            self.channel = channel
            self.at = at
            self.isInDigest = isInDigest
        }
    }

    /// How long an alert may stay unseen before the next channel is tried, in seconds.
    package static let patience: TimeInterval = 300

    /// What to do with something that is to be told now.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - preferences: How the person wants to be told.
    ///   - reachable: The channels that lead to the person.
    ///   - now: The time.
    ///   - clock: The person's.
    /// - Returns: The tellings, none when the inbox is enough; of an alert the first one, which `escalation` goes on from.
    package static func tellings(
        of kind: TellingKind, _ preferences: TellingPreferences, reachable: Set<TellingChannel>, at now: Date,
        by clock: LocalClock
    ) -> [Telling] {
        let channels = preferences.channels(for: kind).intersection(reachable).sorted()
        let quiet = preferences.quietHours
        switch kind.pressure {
        case .safety: return channels.prefix(1).map { Telling($0, at: now) }
        case .prompt:
            let at = quiet?.release(of: now, by: clock) ?? now
            return channels.map { Telling($0, at: at) }
        case .digest:
            let next = clock.next(preferences.digestAt ?? DailyDigest.usual, after: now)
            let at = quiet?.release(of: next, by: clock) ?? next
            return channels.map { Telling($0, at: at, isInDigest: true) }
        }
    }

    /// What to do about an alert that nobody has seen.
    ///
    /// - Parameters:
    ///   - kind: What it is; only safety is told twice.
    ///   - preferences: How the person wants to be told.
    ///   - reachable: The channels that lead to the person.
    ///   - told: The channels it was told by, and when it was sent or failed for good.
    /// - Returns: The next channel, `patience` after the last one; at once after one that failed; nil when none is left.
    package static func escalation(
        of kind: TellingKind, _ preferences: TellingPreferences, reachable: Set<TellingChannel>,
        told: [(channel: TellingChannel, at: Date, hasFailed: Bool)]
    ) -> Telling? {
        guard kind.pressure == .safety, let last = told.max(by: { $0.at < $1.at }) else { return nil }
        let left = preferences.channels(for: kind).intersection(reachable).subtracting(told.map(\.channel))
        return left.min().map { Telling($0, at: last.hasFailed ? last.at : last.at + patience) }
    }
}

/// When the digest of a day is due.
package enum DailyDigest {
    /// Where the person says nothing: in the morning, about the day before.
    package static var usual: TimeOfDay { TimeOfDay("08:00") ?? { preconditionFailure("08:00 is a time of day") }() }

    /// When what is due may go out: at once, or with the next digest where that of today went out already.
    ///
    /// A clock that goes back makes no second digest of a day, nor does a time that comes twice, or another copy's clock.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - last: The day of the last digest; one that is further off than tomorrow was told by a clock that was wrong.
    ///   - preferences: The person's.
    ///   - clock: The person's.
    /// - Returns: `now`, or an instant on a later day.
    package static func release(
        at now: Date, last: CalendarDay?, _ preferences: TellingPreferences, by clock: LocalClock
    ) -> Date {
        guard let last, (0...1).contains(clock.day(at: now).days(until: last)), let following = last.adding(days: 1)
        else { return now }
        let next = clock.instant(of: following, preferences.digestAt ?? usual)
        return preferences.quietHours?.release(of: next, by: clock) ?? next
    }
}
