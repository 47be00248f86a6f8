/// A language the lexicon covers; the raw value is the ISO 639-1 code that clients send.
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

    /// The bits of words that are no one language's, such as units and chemical symbols.
    static let everyBit: UInt8 = 15

    /// The bit of words that betray a language the lexicon does not cover.
    static let uncoveredBit: UInt8 = 16

    /// The language of a BCP 47 tag ("fr-CA", "zh-Hant"); nil for one the lexicon does not cover.
    package init?(tag: String) {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self.init(rawValue: primary)
    }
}
