import EventContracts
import Foundation
import Quantities

/// When notices on a person's day are due, in local time.
package enum DayPlan {
    /// Minutes since midnight at which the previous day counts as over, even for late eaters: 05:00.
    package static let close = 300

    /// Minutes by which the report is ready before the digest that contains it.
    private static let lead = 30

    /// Minutes since midnight at which the day before is reported: early enough for the morning digest.
    ///
    /// - Parameter digest: The person's digest time; nil for the default.
    /// - Returns: From midnight to `close`.
    package static func closing(before digest: TimeOfDay?) -> Int {
        max(0, min(close, (digest ?? DailyDigest.defaultTime).minutes - lead))
    }

    /// When the next day is reported, after a time.
    package static func nextClosing(after instant: Date, digest: TimeOfDay?, by clock: LocalClock) -> Date {
        clock.next(minute: closing(before: digest), after: instant)
    }

    /// When to check for entries again.
    ///
    /// - Parameters:
    ///   - instant: The time of the last check.
    ///   - firsts: When the first entry of each of the last days was made.
    ///   - clock: The person's local time.
    /// - Returns: Later today, or tomorrow.
    package static func nextReminder(after instant: Date, firsts: [Date], by clock: LocalClock) -> Date {
        clock.next(minute: MealReminder.minute(after: firsts, by: clock), after: instant)
    }
}
