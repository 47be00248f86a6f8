import EventContracts
import Foundation
import Quantities

/// Decides when and over which channels a person is notified.
package enum DeliveryPlan {
    /// One planned delivery.
    package struct PlannedDelivery: Sendable, Equatable {
        package let channel: NotificationChannel
        /// The earliest time of the delivery.
        package let at: Date
        /// Whether the notice is part of the daily digest.
        package let isInDigest: Bool

        package init(_ channel: NotificationChannel, at: Date, isInDigest: Bool = false) {
            self.channel = channel
            self.at = at
            self.isInDigest = isInDigest
        }
    }

    /// How long an alert may stay unseen before the next channel is tried, in seconds.
    package static let timeout: TimeInterval = 300

    /// The deliveries of a notice.
    ///
    /// - Parameters:
    ///   - kind: The kind of notice.
    ///   - preferences: The notification preferences.
    ///   - reachable: The channels for which the person has a target.
    ///   - now: The time.
    ///   - clock: The person's local time.
    /// - Returns: The deliveries, none if the inbox is sufficient; for an alert the first one, which `escalation`
    ///   continues.
    package static func deliveries(
        of kind: NotificationKind, _ preferences: DeliveryPreferences, reachable: Set<NotificationChannel>,
        at now: Date,
        by clock: LocalClock
    ) -> [PlannedDelivery] {
        let channels = preferences.channels(for: kind).intersection(reachable).sorted()
        let quiet = preferences.quietHours
        switch kind.pressure {
        case .safety: return channels.prefix(1).map { PlannedDelivery($0, at: now) }
        case .prompt:
            let at = quiet?.release(of: now, by: clock) ?? now
            return channels.map { PlannedDelivery($0, at: at) }
        case .digest:
            let next = clock.next(preferences.digestAt ?? DailyDigest.defaultTime, after: now)
            let at = quiet?.release(of: next, by: clock) ?? next
            return channels.map { PlannedDelivery($0, at: at, isInDigest: true) }
        }
    }

    /// The next delivery of an unseen alert.
    ///
    /// - Parameters:
    ///   - kind: The kind of notice; only safety alerts escalate.
    ///   - preferences: The notification preferences.
    ///   - reachable: The channels for which the person has a target.
    ///   - earlier: The channels used, and when each was sent or failed permanently.
    /// - Returns: The next channel, `timeout` after the last one; at once after a failure; nil if none is left.
    package static func escalation(
        of kind: NotificationKind, _ preferences: DeliveryPreferences, reachable: Set<NotificationChannel>,
        earlier: [(channel: NotificationChannel, at: Date, hasFailed: Bool)]
    ) -> PlannedDelivery? {
        guard kind.pressure == .safety, let last = earlier.max(by: { $0.at < $1.at }) else { return nil }
        let left = preferences.channels(for: kind).intersection(reachable).subtracting(earlier.map(\.channel))
        return left.min().map { PlannedDelivery($0, at: last.hasFailed ? last.at : last.at + timeout) }
    }
}

/// The times of daily digests.
package enum DailyDigest {
    /// The default time, in the morning; the digest is about the previous day.
    package static var defaultTime: TimeOfDay {
        TimeOfDay("08:00") ?? { preconditionFailure("08:00 is a time of day") }()
    }

    /// The time at which a due digest may be sent: at once, or with the next one if the current day's digest was
    /// already sent.
    ///
    /// A clock set back, a repeated hour, or another instance's clock does not cause a second digest.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - last: The day of the last digest; one later than the next day is ignored, because it came from a wrong
    ///     clock.
    ///   - preferences: The person's preferences.
    ///   - clock: The person's local time.
    /// - Returns: `now`, or a time on a later day.
    package static func release(
        at now: Date, last: CalendarDay?, _ preferences: DeliveryPreferences, by clock: LocalClock
    ) -> Date {
        guard let last, (0...1).contains(clock.day(at: now).days(until: last)), let following = last.adding(days: 1)
        else { return now }
        let next = clock.instant(of: following, preferences.digestAt ?? defaultTime)
        return preferences.quietHours?.release(of: next, by: clock) ?? next
    }
}
