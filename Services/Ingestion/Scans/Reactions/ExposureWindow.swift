import EventContracts
import Foundation
import IngestionCore
import Quantities

/// The time before a reaction in which its cause is searched.
///
/// Reactions to food mostly occur within two hours, delayed ones within two days (NICE CG116, recommendation 1.1.4).
package struct ExposureWindow: Sendable, Equatable {
    package let from: Date
    /// The end of the window: the time of the reaction, or the end of its day if only the day is known.
    package let upTo: Date

    /// Length of the window, in hours.
    package static let hours = 48

    /// The window of a reaction on a local day; nil for an invalid day.
    ///
    /// With a time, the window ends at that minute. Without one, it ends with the day and begins 48 hours before the
    /// day.
    package init?(day: CalendarDay, timeOfDay: TimeOfDay?, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        func instant(_ day: CalendarDay, _ time: TimeOfDay?) -> Date? {
            calendar.date(
                from: DateComponents(
                    year: day.year, month: day.month, day: day.day, hour: time?.hour ?? 0, minute: time?.minute ?? 0))
        }
        let hours = TimeInterval(Self.hours * 3_600)
        if let timeOfDay {
            guard let moment = instant(day, timeOfDay) else { return nil }
            from = moment.addingTimeInterval(-hours)
            upTo = moment
        } else {
            guard let begin = instant(day, nil), let next = day.adding(days: 1), let end = instant(next, nil) else {
                return nil
            }
            from = begin.addingTimeInterval(-hours)
            upTo = end
        }
    }
}
