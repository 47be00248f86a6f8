import EventContracts
import Foundation
import Quantities

/// The times of notices about a person's days, in local time.
package enum DayPlan {
    /// Minutes since midnight at which the previous day is over, even for people who eat late: 05:00.
    package static let close = 300

    /// Number of minutes between the report and the digest that contains it.
    private static let lead = 30

    /// Minutes since midnight at which the previous day is reported: in time for the morning digest.
    ///
    /// - Parameter digest: The person's digest time; nil for the default.
    /// - Returns: From midnight to `close`.
    package static func closing(before digest: TimeOfDay?) -> Int {
        max(0, min(close, (digest ?? DailyDigest.defaultTime).minutes - lead))
    }

    /// The next time after an instant at which a day is reported.
    package static func nextClosing(after instant: Date, digest: TimeOfDay?, by clock: LocalClock) -> Date {
        clock.next(minute: closing(before: digest), after: instant)
    }

    /// The time of the next check for entries.
    ///
    /// - Parameters:
    ///   - instant: The time of the last check.
    ///   - firsts: The times of the first entries of the last days.
    ///   - clock: The person's local time.
    /// - Returns: Later on the same day, or on the next day.
    package static func nextReminder(after instant: Date, firsts: [Date], by clock: LocalClock) -> Date {
        clock.next(minute: MealReminder.minute(after: firsts, by: clock), after: instant)
    }
}
