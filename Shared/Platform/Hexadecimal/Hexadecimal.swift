/// Converts bytes to hexadecimal text and back.
extension Sequence<UInt8> {
    /// Two lower-case digits per byte.
    package var hexadecimal: String {
        String(decoding: flatMap { [HexadecimalDigit.of($0 >> 4), HexadecimalDigit.of($0 & 15)] }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Parses two digits per byte, in either case; nil for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map(HexadecimalDigit.value)
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(high << 4 | low)
        }
    }
}

/// Digits as ASCII.
enum HexadecimalDigit {
    /// The lower-case digit of a value below 16.
    static func of(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// The value of a digit in either case; nil for any other byte.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
