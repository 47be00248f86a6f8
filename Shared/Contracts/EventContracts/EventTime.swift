import Foundation
import Quantities

/// Instants on the wire: RFC 3339 in UTC with milliseconds, `2026-11-21T07:30:00.125Z`.
package enum EventTime {
    /// Formats an instant, to the millisecond.
    package static func format(_ date: Date) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Timestamp.length)
        Timestamp.append(Int64((truncate(date).timeIntervalSince1970 * 1_000).rounded()), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Parses an RFC 3339 instant with any offset, rounded to the millisecond; nil if the text is invalid.
    ///
    /// The only parser of instants. It refuses days that do not exist, `25:00`, `:60` and leap seconds, and never
    /// shifts them.
    package static func parse(_ text: String) -> Date? {
        guard let milliseconds = Timestamp.milliseconds(text) ?? Timestamp.milliseconds(rfc3339: text) else {
            return nil
        }
        return truncate(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }

    /// Rounds an instant to whole milliseconds, so that a sent value equals the stored one.
    package static func truncate(_ date: Date) -> Date {
        // Rounds in the unit that `Date` stores, so that equal milliseconds are equal dates.
        Date(timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate * 1_000).rounded() / 1_000)
    }
}
