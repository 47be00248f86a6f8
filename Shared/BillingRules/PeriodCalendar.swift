import Foundation

/// Where the periods of a subscription begin and end: the same day of the month and time of day as its anchor, by the
/// calendar of the person who pays.
///
/// Each end is counted from the anchor, never from the end before: what begins on January 31 ends on February 28 and then on
/// March 31. A time that a clock change leaves out is the one that the clocks show instead.
package struct PeriodCalendar: Sendable, Equatable {
    package let timeZone: TimeZone

    package init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// The instant so many periods after the anchor.
    package func end(ofPeriod count: Int, of interval: BillingInterval, from anchor: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        // Nil only outside the years that Foundation counts.
        return calendar.date(byAdding: .month, value: count * interval.months, to: anchor) ?? .distantFuture
    }

    /// The instant so many days later, at the same time of day.
    package func adding(days: Int, to instant: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(byAdding: .day, value: days, to: instant) ?? .distantFuture
    }
}
