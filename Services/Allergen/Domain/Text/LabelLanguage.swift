/// A language with list support; the raw value is its ISO 639-1 code, as sent by clients.
package enum LabelLanguage: String, CaseIterable, Sendable, Codable, Hashable {
    case english = "en"
    case french = "fr"
    case spanish = "es"
    case chinese = "zh"

    /// The language's bit in a vocabulary mask.
    var bit: UInt8 {
        switch self {
        case .english: 1
        case .french: 2
        case .spanish: 4
        case .chinese: 8
        }
    }

    /// The bits of words that occur in every language, such as units and chemical symbols.
    static let everyBit: UInt8 = 15

    /// The bit of words that occur only in languages without list support.
    static let uncoveredBit: UInt8 = 16

    /// The language of a BCP 47 tag ("fr-CA", "zh-Hant"); nil for one without list support.
    package init?(tag: String) {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self.init(rawValue: primary)
    }
}
