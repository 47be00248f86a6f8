import FoodCatalogue
import Foundation

/// Numbers as text, independent of the machine's locale and without exponents.
enum PlainNumber {
    /// A number for programs: a decimal point, a maximum number of decimals, no trailing zeros.
    static func text(_ value: Double, decimals: Int = ShownReport.decimals) -> String {
        let scale = pow(10, Double(decimals))
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 9e15 else { return String(format: "%.0f", value) }
        let whole = Int(scaled / scale)
        let fraction = Int(scaled) - whole * Int(scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard fraction > 0 else { return "\(sign)\(whole)" }
        var digits = String(fraction)
        digits = String(repeating: "0", count: decimals - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// A number as displayed: three significant digits, with the decimal separator of the language.
    static func shown(_ value: Double, in language: FoodLanguage) -> String {
        let decimals =
            switch abs(value) {
            case 99.95...: 0
            case 9.995...: 1
            default: 2
            }
        let text = text(value, decimals: decimals)
        switch language {
        case .french, .spanish: return text.replacing(".", with: ",")
        case .english, .chinese: return text
        }
    }

    /// A share in whole percent, rounded to the nearest.
    static func percent(_ share: Double, in language: FoodLanguage) -> String {
        let number = text((share * 100).rounded(), decimals: 0)
        return language == .french || language == .spanish ? "\(number) %" : "\(number)%"
    }
}
