import EventContracts
import Foundation
import Quantities

/// Reminds a person of the meal log on days on which nothing was entered (NOT-01), some time after the hour at which the
/// person usually begins.
package enum MealReminder {
    /// Days that the usual hour is learned from.
    package static let learned = 28
    /// With fewer days than this nothing is learned.
    package static let fewest = 3
    /// Minutes after the usual hour.
    package static let grace = 60
    /// Reminders for whoever has never entered anything: then the person has seen that it is there.
    package static let invitations = 3
    /// Hours after registering in which nobody is reminded.
    package static let welcome = 4
    /// Days after registration within which first reminders start.
    package static let newcomer = 7
    /// Minutes since midnight between which a reminder comes: from 09:00 to 20:00.
    package static let span = 540...1_200
    /// Minutes since midnight for an account without history: 19:00.
    package static let usual = 1_140
    /// The day of eating begins at 04:00: what is entered before belongs to the evening.
    private static let dawn = 240

    /// Minutes since midnight at which a reminder comes: the median of when the first entries were made, and `grace`.
    ///
    /// - Parameters:
    ///   - firsts: When the first entry of each of the last days was made.
    ///   - clock: The person's.
    /// - Returns: Within `span`.
    package static func minute(after firsts: [Date], by clock: LocalClock) -> Int {
        let newest = firsts.sorted(by: >).prefix(learned)
        guard newest.count >= fewest else { return usual }
        let minutes = newest.map { (clock.minutes(at: $0) - dawn + 1_440) % 1_440 }.sorted()
        let median = minutes[minutes.count / 2] + dawn
        return min(max(median + grace, span.lowerBound), span.upperBound)
    }

    /// The day to remind of, nil when there is nothing to remind of now.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - firsts: When the first entry of each of the last days was made.
    ///   - isLogged: Whether anything was entered for a day.
    ///   - last: The day of the last reminder.
    ///   - quiet: The hours without reminders; one that falls into them is left out, not made up for.
    ///   - clock: The person's.
    /// - Returns: Today, or nil.
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
