/// Reads the text of a label: its language, its sections and its ingredients (ALG-04).
///
/// Reads anything: text of any length and shape takes linear time and yields spans inside the text.
package struct IngredientListReader: Sendable {
    /// Maximum number of listed ingredients; more are matched but not listed.
    static let maximumIngredients = 2_000

    private let lexicon: Lexicon

    package init(lexicon: Lexicon) {
        self.lexicon = lexicon
    }

    /// Reads a text; `language` is the client's statement, which only breaks ties.
    package func read(_ text: String, language: LabelLanguage? = nil) -> LabelReading {
        read(LabelText(text, vocabulary: lexicon.vocabulary), language: language)
    }

    func read(_ text: LabelText, language: LabelLanguage?) -> LabelReading {
        let phrases = LabelPhrase.find(in: text, lexicon: lexicon)
        let sections = SectionReader.read(text, phrases: phrases)
        var collector = IngredientCollector(text: text, limit: Self.maximumIngredients)
        let ingredients = collector.collect(sections)
        let recognition = LanguageRecognition(text, vocabulary: lexicon.vocabulary)
        return LabelReading(
            language: language ?? recognition.language, ingredients: ingredients, sections: sections,
            isListShortened: collector.isShortened, statementParts: collector.statementParts, text: text,
            phrases: phrases, recognition: recognition)
    }
}

/// The result of reading a text.
package struct LabelReading: Sendable {
    /// The client's language, or the language of most words; nil if none is recognized.
    package let language: LabelLanguage?
    /// The ingredients in the order of the label; nested ingredients follow the one that contains them.
    package let ingredients: [ListedIngredient]
    package let sections: [LabelSection]
    /// True when the label lists more ingredients than are kept.
    package let isListShortened: Bool
    /// The tokens of each part of a contains or may-contain statement.
    let statementParts: [Range<Int>]
    let text: LabelText
    let phrases: [LabelPhrase]
    let recognition: LanguageRecognition

    /// Whether a heading marks the beginning of the list.
    var hasHeading: Bool { SectionReader.hasHeading(text, phrases) }
}
