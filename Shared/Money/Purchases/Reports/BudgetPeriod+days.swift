import EventContracts
import Quantities

extension BudgetPeriod {
    /// The first day of a day's period; weeks begin on Monday (ISO 8601).
    package func start(of day: CalendarDay) -> CalendarDay {
        switch self {
        case .day: day
        // 1970-01-01 was a Thursday.
        case .week: day.adding(days: -(((day.daysSinceEpoch + 3) % 7 + 7) % 7)) ?? day
        case .month: CalendarDay(year: day.year, month: day.month, day: 1) ?? day
        case .year: CalendarDay(year: day.year, month: 1, day: 1) ?? day
        }
    }

    /// The first day of the next period; nil after the last supported year.
    package func next(after day: CalendarDay) -> CalendarDay? {
        let start = start(of: day)
        return switch self {
        case .day: start.adding(days: 1)
        case .week: start.adding(days: 7)
        case .month:
            start.month == 12
                ? CalendarDay(year: start.year + 1, month: 1, day: 1)
                : CalendarDay(year: start.year, month: start.month + 1, day: 1)
        case .year: CalendarDay(year: start.year + 1, month: 1, day: 1)
        }
    }

    /// The days of a day's period.
    package func days(of day: CalendarDay) -> ClosedRange<CalendarDay> {
        let start = start(of: day)
        return start...(next(after: day)?.adding(days: -1) ?? day)
    }
}
