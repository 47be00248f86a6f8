import EventContracts
import Foundation
import Quantities

/// A person's local time, including changes to and from daylight saving time.
package struct LocalClock: Sendable, Equatable {
    package let zone: TimeZone

    package init(_ zone: TimeZone) { self.zone = zone }

    /// The person's day at an instant.
    package func day(at instant: Date) -> CalendarDay { CalendarDay(instant, in: zone) }

    /// Minutes since midnight by the clock at an instant.
    package func minutes(at instant: Date) -> Int {
        let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        return Int(local - (local / Self.day).rounded(.down) * Self.day) / 60
    }

    /// The instant of a local time on a day.
    ///
    /// For a time that occurs twice, the first occurrence is used; for a skipped one, the first instant after the gap.
    package func instant(of day: CalendarDay, _ time: TimeOfDay) -> Date { instant(of: day, minute: time.minutes) }

    /// The instant of a number of minutes since local midnight on a day.
    package func instant(of day: CalendarDay, minute: Int) -> Date {
        let local = Double(day.daysSinceEpoch) * Self.day + Double(minute * 60)
        let eve = Date(timeIntervalSince1970: local - Self.day), morrow = Date(timeIntervalSince1970: local + Self.day)
        let candidates = [eve, morrow].map { Date(timeIntervalSince1970: local - Double(zone.secondsFromGMT(for: $0))) }
        let real = candidates.filter { $0.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: $0)) == local }
        if let first = real.min() { return first }
        return zone.nextDaylightSavingTimeTransition(after: eve) ?? candidates[0]
    }

    /// The next instant, after a given one, with a local time.
    package func next(_ time: TimeOfDay, after instant: Date) -> Date { next(minute: time.minutes, after: instant) }

    /// The next instant, after a given one, that is a number of minutes after local midnight.
    package func next(minute: Int, after instant: Date) -> Date {
        var day = day(at: instant)
        while true {
            let shown = self.instant(of: day, minute: minute)
            guard shown <= instant, let following = day.adding(days: 1) else { return shown }
            day = following
        }
    }

    private static let day: Double = 86_400
}

/// The hours in which only urgent notices are delivered.
package struct QuietHours: Sendable, Equatable {
    package let from: TimeOfDay
    package let to: TimeOfDay

    /// Hours that end on the next day if they end before they begin; nil if they are empty or the whole day.
    package init?(from: TimeOfDay, to: TimeOfDay) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// The time at which a notice may be sent: at once, or after the quiet hours.
    package func release(of instant: Date, by clock: LocalClock) -> Date {
        let minutes = clock.minutes(at: instant)
        let isQuiet =
            from.minutes < to.minutes
            ? (from.minutes..<to.minutes).contains(minutes) : minutes >= from.minutes || minutes < to.minutes
        return isQuiet ? clock.next(to, after: instant) : instant
    }
}
