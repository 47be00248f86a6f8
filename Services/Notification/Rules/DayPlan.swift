import EventContracts
import Foundation
import Quantities

/// When a person's day is told of, by the person's clock.
package enum DayPlan {
    /// Minutes since midnight at which the day before is over, whoever ate late: 05:00.
    package static let close = 300

    /// Minutes that the report is there before the digest that it comes with.
    private static let lead = 30

    /// Minutes since midnight at which the day before is told of: early enough to come with the digest of the morning.
    ///
    /// - Parameter digest: The person's hour; nil is the usual one.
    /// - Returns: From midnight to `close`.
    package static func closing(before digest: TimeOfDay?) -> Int {
        max(0, min(close, (digest ?? DailyDigest.usual).minutes - lead))
    }

    /// When the next day is told of, after an instant.
    package static func nextClosing(after instant: Date, digest: TimeOfDay?, by clock: LocalClock) -> Date {
        clock.next(minute: closing(before: digest), after: instant)
    }

    /// When to look next whether anything was entered, after an instant at which that was looked at.
    ///
    /// - Parameters:
    ///   - instant: The time.
    ///   - firsts: When the first entry of each of the last days was made.
    ///   - clock: The person's.
    /// - Returns: Later today, or tomorrow.
    package static func nextReminder(after instant: Date, firsts: [Date], by clock: LocalClock) -> Date {
        clock.next(minute: MealReminder.minute(after: firsts, by: clock), after: instant)
    }
}
