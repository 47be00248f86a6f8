import FoodCatalogue
import Foundation
import Quantities

/// Formats a food as a line of a file that `ReleasedFoods` reads.
package enum ReleaseRow {
    /// Maximum length of a name, in Unicode scalars; the same as for names in meals.
    package static let maxNameLength = 120
    /// Maximum length of a description, in Unicode scalars.
    private static let maxDescriptionLength = 400
    /// Thousandths in a unit; figures have at most three decimals.
    private static let thousandths = 1_000.0

    /// Maximum amount of a nutrient in 100 g, in its unit, and maximum mass of a portion in grams: the limits of manual
    /// entry.
    private static let maxAmount = 100_000.0

    /// The names of the columns.
    package static let head =
        (ReleasedFoods.columns + Nutrient.allCases.map(\.rawValue)).joined(separator: "\t") + "\n"

    /// The line of a food, with its terminator.
    package static func line(_ food: ImportedFood) -> String {
        let first = FoodLanguage.allCases.lazy.compactMap { food.names[$0] }.first ?? food.id.value
        let portions = food.portions.compactMap { portion -> String? in
            let measure = plain(portion.measure, maxNameLength), mass = number(portion.mass.value)
            return measure.isEmpty || mass.isEmpty || mass == "0" ? nil : "\(measure)=\(mass)"
        }
        var fields = [
            food.id.value, "", plain(first, maxDescriptionLength), "", portions.joined(separator: "|"),
            plain(food.brand ?? "", maxNameLength),
        ]
        fields += FoodLanguage.allCases.map { plain(food.names[$0] ?? "", maxNameLength) }
        fields += Nutrient.allCases.map { nutrient in food.amounts[nutrient].value.map { number($0.value) } ?? "" }
        return fields.joined(separator: "\t") + "\n"
    }

    /// A text without the characters that separate fields, lines and portions.
    private static func plain(_ text: String, _ longest: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            let isSeparator = scalar.value < 0x20 || scalar == "|"
            scalars.append(isSeparator ? " " : scalar)
        }
        return String(scalars).trimmingCharacters(in: .whitespaces)
    }

    /// A number with at most three decimals; "" if it exceeds the maximum amount.
    private static func number(_ value: Double) -> String {
        guard value <= maxAmount else { return "" }
        let whole = Int64((value * thousandths).rounded())
        let digits = String(whole % 1_000 + 1_000).dropFirst()
        let decimals = digits.reversed().drop { $0 == "0" }.reversed()
        return "\(whole / 1_000)" + (decimals.isEmpty ? "" : "." + String(decimals))
    }
}
