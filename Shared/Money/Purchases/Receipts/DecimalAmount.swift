import Quantities

/// Amounts of money as plain decimal text such as `12.34`, in JSON and files (C24).
package enum DecimalAmount {
    /// Minor units of a decimal text with at most the currency's number of decimals.
    ///
    /// - Returns: nil for other text; nothing is rounded.
    package static func minorUnits(_ text: some StringProtocol, in currency: Currency) -> Int64? {
        fixed(text, digits: currency.minorDigits)
    }

    /// Formats minor units as decimal text.
    package static func text(_ minorUnits: Int64, in currency: Currency) -> String {
        text(minorUnits, digits: currency.minorDigits)
    }

    /// Parses a decimal text as an integer in units of 10 to the power of −`digits`.
    package static func fixed(_ text: some StringProtocol, digits: Int) -> Int64? {
        let isNegative = text.first == "-"
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || (!fraction.isEmpty && fraction.utf8.count <= digits) else { return nil }
        let padded = fraction + String(repeating: "0", count: digits - fraction.utf8.count)
        return Int64((isNegative ? "-" : "") + parts[0] + padded)
    }

    /// Formats an integer in units of 10 to the power of −`digits`.
    package static func text(_ value: Int64, digits: Int) -> String {
        let magnitude = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.count)) + magnitude
        let sign = value < 0 ? "-" : ""
        return digits == 0 ? sign + padded : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }
}
