/// A language that foods have names in; the raw value is the ISO 639-1 code.
package enum FoodLanguage: String, Sendable, Hashable, CaseIterable, Codable {
    case english = "en"
    case french = "fr"
    case spanish = "es"
    case chinese = "zh"
}
