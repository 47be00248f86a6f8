/// Converts bytes to hexadecimal text and back.
extension Sequence<UInt8> {
    /// Two lower-case digits per byte.
    package var hexadecimal: String {
        let digits: StaticString = "0123456789abcdef"
        return digits.withUTF8Buffer { digits in
            String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}

extension [UInt8] {
    /// Parses two digits per byte, in either case; nil for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(16 * high + low))
        }
    }
}
