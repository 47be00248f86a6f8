/// A local time of day, to the minute, written `HH:MM`.
package struct TimeOfDay: Sendable, Hashable {
    /// Minutes since midnight, local time.
    package let minutes: Int

    /// Nil unless the text is `HH:MM`, from 00:00 to 23:59.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Self.number(bytes[0], bytes[1]),
            let minute = Self.number(bytes[3], bytes[4]), hour < 24, minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    package var hour: Int { minutes / 60 }
    package var minute: Int { minutes % 60 }

    private static func number(_ tens: UInt8, _ ones: UInt8) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard digits.contains(tens), digits.contains(ones) else { return nil }
        return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
    }
}
