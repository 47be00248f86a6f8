/// Instants as text: RFC 3339 in UTC with milliseconds, `2026-11-21T07:30:00.125Z`.
///
/// Foundation's formatters give the same result; this code is faster, for logs and events, of which there are thousands
/// a second.
package enum Timestamp {
    /// Length of a text, in bytes.
    package static let length = 24

    /// Appends the text of an instant in the years 1 to 9999, in milliseconds since 1970-01-01T00:00Z.
    package static func append(_ milliseconds: Int64, to bytes: inout [UInt8]) {
        let (days, rest) = floorDivision(milliseconds, by: millisecondsOfDay)
        let (year, month, day) = CalendarDay.civil(days: Int(days))
        append(Int64(year), 4, "-", to: &bytes)
        append(Int64(month), 2, "-", to: &bytes)
        append(Int64(day), 2, "T", to: &bytes)
        append(rest / 3_600_000, 2, ":", to: &bytes)
        append(rest / 60_000 % 60, 2, ":", to: &bytes)
        append(rest / 1_000 % 60, 2, ".", to: &bytes)
        append(rest % 1_000, 3, "Z", to: &bytes)
    }

    /// The instant of a text in exactly this format, in milliseconds since 1970-01-01T00:00Z; nil for any other text.
    package static func milliseconds(_ text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == length else { return nil }
        var numbers: [Int64] = []
        var position = 0
        for (digits, end) in [(4, "-"), (2, "-"), (2, "T"), (2, ":"), (2, ":"), (2, "."), (3, "Z")]
            as [(Int, Unicode.Scalar)]
        {
            var number: Int64 = 0
            for byte in bytes[position..<position + digits] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            guard bytes[position + digits] == UInt8(ascii: end) else { return nil }
            numbers.append(number)
            position += digits + 1
        }
        let clock = numbers[3...]
        guard let day = CalendarDay(year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2])),
            zip(clock, [24, 60, 60, 1_000]).allSatisfy({ $0 < $1 })
        else { return nil }
        return zip(clock, [3_600_000, 60_000, 1_000, 1]).reduce(Int64(day.daysSinceEpoch) * millisecondsOfDay) {
            $0 + $1.0 * $1.1
        }
    }

    /// The instant of an RFC 3339 text, rounded to milliseconds since 1970-01-01T00:00Z; nil for any other text.
    ///
    /// Capital `T` and `Z`, at most nine digits after the point, no leap seconds.
    package static func milliseconds(rfc3339 text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard (20...35).contains(bytes.count) else { return nil }
        var position = 0
        func number(_ digits: Int) -> Int64? {
            guard position + digits <= bytes.count else { return nil }
            var number: Int64 = 0
            for byte in bytes[position..<position + digits] {
                guard isDigit(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            position += digits
            return number
        }
        func takes(_ mark: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
            position += 1
            return true
        }
        guard let year = number(4), takes("-"), let month = number(2), takes("-"), let monthDay = number(2), takes("T"),
            let hour = number(2), hour < 24, takes(":"), let minute = number(2), minute < 60, takes(":"),
            let second = number(2), second < 60,
            let day = CalendarDay(year: Int(year), month: Int(month), day: Int(monthDay))
        else { return nil }
        var fraction: Int64 = 0
        if takes(".") {
            let digits = bytes[position...].prefix { isDigit($0) }.count
            guard (1...9).contains(digits), let value = number(digits) else { return nil }
            let nanoseconds = (digits..<9).reduce(value) { sum, _ in sum * 10 }
            fraction = (nanoseconds + 500_000) / 1_000_000
        }
        var offset: Int64 = 0
        if !takes("Z") {
            let isAhead = takes("+")
            guard isAhead || takes("-"), let hours = number(2), hours < 24, takes(":"), let minutes = number(2),
                minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isAhead ? 60_000 : -60_000)
        }
        guard position == bytes.count else { return nil }
        let local = Int64(day.daysSinceEpoch) * millisecondsOfDay
        let instant = local + ((hour * 60 + minute) * 60 + second) * 1_000 + fraction - offset
        return written.contains(instant) ? instant : nil
    }

    /// The formattable instants: the years 1 to 9999 in UTC, in milliseconds since 1970.
    private static let written: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static let millisecondsOfDay: Int64 = 86_400_000

    private static func append(_ number: Int64, _ count: Int, _ end: Unicode.Scalar, to bytes: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        bytes.append(UInt8(ascii: end))
    }

    /// Quotient rounded down, and the remainder, which is never negative.
    private static func floorDivision(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
