/// Numbers in whole thousandths, parsed digit by digit: binary fractions and lenient parsers would change the written
/// value.
package enum Thousandths {
    /// Maximum number of digits of a result, so that it always fits into 64 bits.
    private static let maxDigits = 18

    /// The value of a JSON number's text, rounded to the nearest thousandth, halves away from zero; nil if it is not a
    /// number or does not fit.
    package static func read(_ text: String) -> Int64? {
        guard JSONNumber.isValid(text) else { return nil }
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        guard let mantissa = parts.first else { return nil }
        let sides = mantissa.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        let fraction = sides.count > 1 ? sides[1] : ""
        let digits = (sides[0] + fraction).drop { $0 == "0" }
        guard !digits.isEmpty else { return 0 }
        // An exponent that does not fit into an Int is far outside the range: the value is zero or too large.
        let isTiny = parts.count > 1 && parts[1].hasPrefix("-")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? (isTiny ? -1_000_000 : 1_000_000) : 0
        guard abs(exponent) < 1_000 else { return isTiny ? 0 : nil }
        // The number of digits beyond thousandths; negative if digits are missing.
        let behind = fraction.count - exponent - 3
        guard digits.count - behind <= maxDigits else { return nil }
        guard let magnitude = rounded(digits, dropping: behind) else { return nil }
        return mantissa.hasPrefix("-") ? -magnitude : magnitude
    }

    private static func rounded(_ digits: Substring, dropping behind: Int) -> Int64? {
        guard behind > 0 else { return Int64(digits + String(repeating: "0", count: -behind)) }
        guard behind <= digits.count else { return 0 }
        let kept = behind == digits.count ? 0 : Int64(digits.dropLast(behind))
        let first = digits.dropFirst(digits.count - behind).first ?? "0"
        return kept.map { first >= "5" ? $0 + 1 : $0 }
    }
}
