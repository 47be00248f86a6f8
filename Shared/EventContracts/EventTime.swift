import Foundation
import Quantities

/// Instants on the wire: RFC 3339 in UTC with milliseconds, `2026-11-21T07:30:00.125Z`.
package enum EventTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    /// The text of an instant, to the millisecond.
    package static func format(_ date: Date) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Timestamp.length)
        Timestamp.append(Int64((truncate(date).timeIntervalSince1970 * 1_000).rounded()), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the text, with or without a fraction; nil when it is none.
    package static func parse(_ text: String) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        if let milliseconds = Timestamp.milliseconds(text) {
            return truncate(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
        }
        guard let date = (try? style.parse(text)) ?? (try? plain.parse(text)) else { return nil }
        return truncate(date)
    }

    /// The instant at whole milliseconds, so that what was sent equals what was stored.
    package static func truncate(_ date: Date) -> Date {
        // In the terms that `Date` stores, so that equal milliseconds are equal dates.
        Date(timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate * 1_000).rounded() / 1_000)
    }
}
