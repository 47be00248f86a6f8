/// Instants as text: RFC 3339 in UTC with milliseconds, `2026-11-21T07:30:00.125Z`.
///
/// Foundation's styles read and write the same; these are written for logs and events, of which there are thousands a second.
package enum Timestamp {
    /// Bytes of a text.
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

    /// The instant of a text of exactly this form, in milliseconds since 1970-01-01T00:00Z; nil for any other text.
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

    /// Quotient and remainder, which is never negative.
    private static func floorDivision(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
