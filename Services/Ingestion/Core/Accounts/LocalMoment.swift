import Foundation
import Quantities

/// The time now, by a person's clock.
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

    /// Seconds since midnight by a clock that is `utcOffset` seconds ahead of UTC.
    package static func second(of instant: Date, _ utcOffset: Int) -> Int {
        let local = Int(instant.timeIntervalSince1970.rounded(.down)) + utcOffset
        return (local % 86_400 + 86_400) % 86_400
    }
}
