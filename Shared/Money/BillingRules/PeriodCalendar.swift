import Foundation

/// The periods of a subscription: the same day of the month and time of day as its anchor, in the payer's calendar.
///
/// Each end is computed from the anchor, never from the previous end: from January 31 to February 28 and then March 31.
/// A time skipped by a clock change moves forward.
package struct PeriodCalendar: Sendable, Equatable {
    package let timeZone: TimeZone

    package init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// The instant a number of periods after the anchor.
    package func end(ofPeriod count: Int, of interval: BillingInterval, from anchor: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        // Nil only outside the years that Foundation supports.
        return calendar.date(byAdding: .month, value: count * interval.months, to: anchor) ?? .distantFuture
    }

    /// The instant this many days later, at the same time of day.
    package func adding(days: Int, to instant: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(byAdding: .day, value: days, to: instant) ?? .distantFuture
    }
}
