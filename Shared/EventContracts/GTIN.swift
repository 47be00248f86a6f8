/// A GS1 trade item number, the digits under a product's bar code, in its one form of 14 digits.
///
/// A GTIN-8, -12 or -13 is the same number with zeros before it (GS1 General Specifications section 3.3).
package struct GTIN: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 14 digits.
    package let digits: String

    /// Digits that such a number may be written with.
    package static let lengths: Set<Int> = [8, 12, 13, 14]

    /// Nil unless the text is a GTIN-8, -12, -13 or -14 with a right check digit (GS1 General Specifications section
    /// 7.9).
    package init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count) else { return nil }
        var sum = 0
        for (index, byte) in text.utf8.reversed().enumerated() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            sum += Int(byte - UInt8(ascii: "0")) * (index.isMultiple(of: 2) ? 1 : 3)
        }
        guard sum.isMultiple(of: 10) else { return nil }
        digits = String(repeating: "0", count: 14 - text.utf8.count) + text
    }

    package var description: String { digits }

    /// The number as it is usually printed: as short as one of the four forms can be.
    package var printed: String {
        let zeros = digits.prefix { $0 == "0" }.count
        return switch zeros {
        case 6...: String(digits.suffix(8))
        case 2...: String(digits.suffix(12))
        case 1: String(digits.suffix(13))
        default: digits
        }
    }

    /// Whether it names one thing wherever it is printed: shops number what they weigh, and coupons, for themselves (GS1
    /// General Specifications section 1.4.3: prefixes 02, 04, 05, 2 and 98, and numbers of eight digits with 0 or 2 first).
    package var isWorldwide: Bool {
        if digits.hasPrefix("000000") { return !["0", "2"].contains(digits.dropFirst(6).prefix(1)) }
        let prefix = digits.dropFirst().prefix(3)
        return !["02", "04", "05", "2", "98"].contains { prefix.hasPrefix($0) }
    }

    package static func < (left: Self, right: Self) -> Bool { left.digits < right.digits }
}

extension GTIN: RawRepresentable, Codable {
    package init?(rawValue: String) { self.init(rawValue) }

    package var rawValue: String { digits }
}
