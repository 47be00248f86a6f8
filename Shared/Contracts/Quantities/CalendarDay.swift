import Foundation

/// A day of the civil (proleptic Gregorian) calendar, without a time or a zone; in JSON `YYYY-MM-DD`.
///
/// A calendar day is not an instant: the current day depends on the person's time zone.
package struct CalendarDay: Sendable, Hashable {
    /// Valid years: up to four digits.
    package static let years = 1...9_999

    /// Days since 1970-01-01.
    package let daysSinceEpoch: Int

    /// 1970-01-01.
    package static let epoch = CalendarDay(daysSinceEpoch: 0)

    private init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// nil if there is no such day, for example 2026-02-29.
    package init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(daysSinceEpoch: Self.days(year: year, month: month, day: day))
        guard civil == (year, month, day) else { return nil }
    }

    /// The day of an instant in a time zone; instants outside the years 1 to 9999 are clamped to the first or last day.
    package init(_ instant: Date, in timeZone: TimeZone) {
        let seconds = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
        let day = (seconds / Self.secondsPerDay).rounded(.down)
        switch day {
        case Double(Self.span.lowerBound)...Double(Self.span.upperBound): self.init(daysSinceEpoch: Int(day))
        case Double(Self.span.upperBound)...: self.init(daysSinceEpoch: Self.span.upperBound)
        default: self.init(daysSinceEpoch: Self.span.lowerBound)
        }
    }

    /// The last day that has begun somewhere on Earth at an instant: clocks are at most 14 hours ahead of UTC.
    ///
    /// A past event cannot have a later day, wherever the person is.
    package static func latest(at instant: Date) -> CalendarDay {
        CalendarDay(instant.addingTimeInterval(maxAhead), in: .gmt)
    }

    /// Seconds that clocks in Kiribati are ahead of UTC, the maximum worldwide (IANA time zone database).
    private static let maxAhead: Double = 14 * 3_600

    /// Nil unless the text is `YYYY-MM-DD` and names a day.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package var year: Int { civil.year }
    /// 1 to 12.
    package var month: Int { civil.month }
    /// 1 to 31.
    package var day: Int { civil.day }

    /// The day this many days later, or earlier if negative; nil outside the years 1 to 9999.
    package func adding(days: Int) -> CalendarDay? {
        let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
        return overflow || !Self.span.contains(sum) ? nil : CalendarDay(daysSinceEpoch: sum)
    }

    /// The number of days until the other day; negative if it is earlier.
    package func days(until other: CalendarDay) -> Int { other.daysSinceEpoch - daysSinceEpoch }

    private static let secondsPerDay: Double = 86_400
    /// The days of `years`, in days since the epoch.
    private static let span =
        days(year: years.lowerBound, month: 1, day: 1)...days(year: years.upperBound, month: 12, day: 31)

    private var civil: (year: Int, month: Int, day: Int) { Self.civil(days: daysSinceEpoch) }

    // The two conversions count years from March, so that the leap day is the last of its year, in eras of 400 years
    // (146,097 days). Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".

    private static let daysPerEra = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epochOffset = 719_468

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - epochOffset
    }

    static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + epochOffset
        let era = floorDivide(shifted, daysPerEra)
        let dayOfEra = shifted - era * daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

extension CalendarDay: Comparable, CustomStringConvertible {
    package static func < (left: Self, right: Self) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }

    package var description: String {
        let (year, month, day) = civil
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension CalendarDay: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CalendarDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day as YYYY-MM-DD")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
