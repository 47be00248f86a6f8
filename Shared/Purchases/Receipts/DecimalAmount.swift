import Quantities

/// Amounts of money as plain decimal text: `12.34`, as JSON and files carry them (C24).
package enum DecimalAmount {
    /// Minor units of a decimal text: at most so many digits behind the point as the currency has.
    ///
    /// - Returns: nil for anything else; nothing is ever rounded.
    package static func minorUnits(_ text: some StringProtocol, in currency: Currency) -> Int64? {
        fixed(text, digits: currency.minorDigits)
    }

    /// The decimal text of minor units.
    package static func text(_ minorUnits: Int64, in currency: Currency) -> String {
        text(minorUnits, digits: currency.minorDigits)
    }

    /// A decimal text as a whole number of parts of ten to the power of `digits`.
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

    /// The decimal text of a whole number of parts of ten to the power of `digits`.
    package static func text(_ value: Int64, digits: Int) -> String {
        let magnitude = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.count)) + magnitude
        let sign = value < 0 ? "-" : ""
        return digits == 0 ? sign + padded : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }
}
