import Foundation
import Quantities

/// The current local time of a person.
package struct LocalMoment: Sendable {
    package let now: Date
    package let timeZone: TimeZone

    package init(now: Date, timeZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
    }

    /// The current calendar day.
    package var day: CalendarDay { CalendarDay(now, in: timeZone) }
    /// Minutes since midnight.
    package var minute: Int { Self.second(of: now, timeZone.secondsFromGMT(for: now)) / 60 }

    /// Local seconds since midnight for an offset from UTC in seconds, positive to the east.
    package static func second(of instant: Date, _ utcOffset: Int) -> Int {
        let local = Int(instant.timeIntervalSince1970.rounded(.down)) + utcOffset
        return (local % 86_400 + 86_400) % 86_400
    }
}
