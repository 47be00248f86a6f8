import Foundation

/// A day of the Gregorian calendar, counted from 1970-01-01.
struct CivilDay: Comparable {
    let number: Int

    /// The day of an instant in UTC.
    init(_ date: Date) {
        number = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// A day written `YYYY-MM-DD`; nil for anything else, days that do not exist included.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            year >= 1900, (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year)
        else { return nil }
        number = Self.daysBefore(year: year) + (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, year) } + day - 1
    }

    var tomorrow: CivilDay { CivilDay(number: number + 1) }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    private init(number: Int) {
        self.number = number
    }

    private static func isLeap(_ year: Int) -> Bool {
        (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to the first day of a year.
    private static func daysBefore(year: Int) -> Int {
        let leaps = { (y: Int) in y / 4 - y / 100 + y / 400 }
        return (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
    }
}
