/// A language that notices are written in (NOT-14); the raw value is its ISO 639-1 code.
package enum NoticeLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
    case spanish = "es"
    case chinese = "zh"

    /// The language of a BCP 47 locale such as `fr-CA`; English without a locale or for other languages.
    package init(locale: String?) {
        let primary = locale?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        self = primary.flatMap(Self.init(rawValue:)) ?? .english
    }
}
