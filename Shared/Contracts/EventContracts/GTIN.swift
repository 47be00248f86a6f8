/// A GS1 trade item number (the digits under a product's bar code), normalized to 14 digits.
///
/// A GTIN-8, -12 or -13 is the same number with leading zeros (GS1 General Specifications section 3.3).
package struct GTIN: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 14 digits.
    package let digits: String

    /// Allowed numbers of digits.
    package static let lengths: Set<Int> = [8, 12, 13, 14]

    /// Parses a GTIN-8, -12, -13 or -14, or a UPC-E, which is expanded to its GTIN-12.
    ///
    /// Nil if the check digit is wrong (GS1 General Specifications section 7.9). Eight digits that begin with 0 are
    /// read as a UPC-E where possible, since a GTIN-8 with that beginning is a shop's own number.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard Self.lengths.contains(bytes.count), bytes.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        let digits = bytes.map { Int($0 - UInt8(ascii: "0")) }
        let expanded = Self.expanded(digits).flatMap { Self.isChecked($0) ? $0 : nil }
        guard Self.isChecked(digits) || expanded != nil else { return nil }
        let isShort = expanded != nil && (digits[0] == 0 || !Self.isChecked(digits))
        let number = (isShort ? expanded : nil) ?? digits
        self.digits = String(repeating: "0", count: 14 - number.count) + number.map(String.init).joined()
    }

    private static func isChecked(_ digits: [Int]) -> Bool {
        digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
            .isMultiple(of: 10)
    }

    /// The GTIN-12 of a UPC-E (GS1 General Specifications section 5.2.2.4.2, zero suppression); nil for other digits.
    private static func expanded(_ digits: [Int]) -> [Int]? {
        guard digits.count == 8, digits[0] <= 1 else { return nil }
        let item = Array(digits[1...6]), zeros = [0, 0, 0, 0, 0]
        let body =
            switch item[5] {
            case 0...2: item[0...1] + [item[5]] + zeros.prefix(4) + item[2...4]
            case 3: item[0...2] + zeros + item[3...4]
            case 4: item[0...3] + zeros + [item[4]]
            default: item[0...4] + zeros.prefix(4) + [item[5]]
            }
        return [digits[0]] + body + [digits[7]]
    }

    package var description: String { digits }

    /// The number as it is usually printed: in the shortest of the four forms.
    package var printed: String {
        let zeros = digits.prefix { $0 == "0" }.count
        return switch zeros {
        case 6...: String(digits.suffix(8))
        case 2...: String(digits.suffix(12))
        case 1: String(digits.suffix(13))
        default: digits
        }
    }

    /// Whether the number identifies the same product worldwide.
    ///
    /// False for numbers that shops and coupons use for themselves (GS1 General Specifications section 1.4.3: prefixes
    /// 02, 04, 05, 2, 98 and 99, and numbers of eight digits that begin with 0 or 2), and for placeholders.
    package var isWorldwide: Bool {
        if isPlaceholder { return false }
        if digits.hasPrefix("000000") { return !["0", "2"].contains(digits.dropFirst(6).prefix(1)) }
        let prefix = digits.dropFirst().prefix(3)
        return !["02", "04", "05", "2", "98", "99"].contains { prefix.hasPrefix($0) }
    }

    /// Whether it is a number that scanners, testers and examples make up: one digit repeated, such as 0000000000000,
    /// or the digits in order, such as 012345678905.
    package var isPlaceholder: Bool {
        let number = digits.drop { $0 == "0" }, unchecked = number.dropLast()
        return number.isEmpty || (Self.lengths.contains(number.count) && Set(number).count == 1)
            || (unchecked.count >= 7 && "1234567890123".hasPrefix(unchecked))
    }

    /// Number system and article of a code that also contains a weight or a price, which are ignored; otherwise nil.
    ///
    /// Shops choose their own layout for these codes; common to all are five digits for the article after the prefix
    /// (02 or 20 to 29; GS1 General Specifications section 2.1.12).
    package var articlePart: String? {
        let thirteen = digits.dropFirst()
        guard digits.hasPrefix("0"), !digits.hasPrefix("000000"), thirteen.hasPrefix("02") || thirteen.hasPrefix("2"),
            !isPlaceholder
        else { return nil }
        return String(thirteen.prefix(7))
    }

    /// Whether two codes of one shop identify the same article, regardless of weight.
    package func isSameArticle(as other: GTIN) -> Bool {
        self == other || (articlePart != nil && articlePart == other.articlePart)
    }

    package static func < (left: Self, right: Self) -> Bool { left.digits < right.digits }
}

extension GTIN: RawRepresentable, Codable {
    package init?(rawValue: String) { self.init(rawValue) }

    package var rawValue: String { digits }
}
