import EventContracts
import Foundation
import Quantities

/// Reminds a person of the meal diary on days without entries (NOT-01), some time after the hour of their usual first
/// entry.
package enum MealReminder {
    /// Number of days used to learn the usual hour.
    package static let learned = 28
    /// Minimum number of days needed to learn the usual hour.
    package static let minDays = 3
    /// Minutes between the usual hour and the reminder.
    package static let grace = 60
    /// Number of reminders for people who have never made an entry; after these they know the feature.
    package static let invitations = 3
    /// Hours after registration during which no reminders are sent.
    package static let welcome = 4
    /// Days after registration within which the first reminder must be sent.
    package static let newcomer = 7
    /// Allowed time of reminders, in minutes since midnight: from 09:00 to 20:00.
    package static let span = 540...1_200
    /// Default time of the reminder without earlier entries, in minutes since midnight: 19:00.
    package static let defaultMinute = 1_140
    /// Minutes since midnight at which a day's meals begin (04:00); earlier entries belong to the previous evening.
    private static let dawn = 240

    /// Minutes since midnight of the reminder: the median time of first entries plus `grace`.
    ///
    /// - Parameters:
    ///   - firsts: The times of the first entries of the last days.
    ///   - clock: The person's local time.
    /// - Returns: Within `span`.
    package static func minute(after firsts: [Date], by clock: LocalClock) -> Int {
        let newest = firsts.sorted(by: >).prefix(learned)
        guard newest.count >= minDays else { return defaultMinute }
        let minutes = newest.map { (clock.minutes(at: $0) - dawn + 1_440) % 1_440 }.sorted()
        let median = minutes[minutes.count / 2] + dawn
        return min(max(median + grace, span.lowerBound), span.upperBound)
    }

    /// The day of the reminder that is due now; nil if none is due.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - firsts: The times of the first entries of the last days.
    ///   - isLogged: Whether anything was recorded on a day.
    ///   - last: The day of the last reminder.
    ///   - quiet: The quiet hours; a reminder within them is skipped.
    ///   - clock: The person's local time.
    /// - Returns: The current local day, or nil.
    package static func due(
        at now: Date, firsts: [Date], isLogged: (CalendarDay) -> Bool, last: CalendarDay?, quiet: QuietHours?,
        by clock: LocalClock
    ) -> CalendarDay? {
        let today = clock.day(at: now), minutes = clock.minutes(at: now)
        guard last.map({ $0.days(until: today) > 0 }) ?? true, minutes >= minute(after: firsts, by: clock),
            minutes <= span.upperBound + grace, (quiet?.release(of: now, by: clock) ?? now) == now, !isLogged(today)
        else { return nil }
        return today
    }
}
