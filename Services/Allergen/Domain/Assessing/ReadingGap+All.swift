extension ReadingGap {
    /// All reasons why a reading is incomplete.
    static func all(in reading: LabelReading, unknown: UnknownWords, hasFinding: Bool) -> [ReadingGap] {
        let text = reading.text
        let recognition = reading.recognition
        var gaps: [ReadingGap] = []
        if text.readableLetters + text.foreignLetters == 0 { gaps.append(.noWords) }
        if reading.isUnreadableScript { gaps.append(.unreadableScript) }
        if reading.isUncovered { gaps.append(.uncoveredLanguage) }
        if gaps.isEmpty, recognition.isUnrecognized, !hasFinding { gaps.append(.unrecognizedWords) }
        if gaps.isEmpty, !unknown.ingredients.isEmpty { gaps.append(.unknownWords) }
        if reading.ingredients.isEmpty, gaps.isEmpty { gaps.append(.noIngredients) }
        if text.damages > 0 { gaps.append(.damagedText) }
        if text.isTruncated { gaps.append(.textTooLong) }
        if reading.isListShortened { gaps.append(.listTooLong) }
        return gaps
    }
}

extension LabelReading {
    /// Tolerated share of letters in unsupported scripts; a text with more was not read.
    private static let toleratedForeignShare = 0.1

    /// Whether the text's letters belong to scripts without list support.
    var isUnreadableScript: Bool {
        Double(text.foreignLetters) > Double(text.readableLetters + text.foreignLetters) * Self.toleratedForeignShare
    }

    /// Whether only allergen names are searched in the text, because its script or language has no list support.
    var isForeign: Bool { isUnreadableScript || isUncovered }

    /// Whether the text is in a language without list support, judged by its words or its heading.
    var isUncovered: Bool {
        (recognition.uncoveredWords >= 2 && recognition.uncoveredWords * 2 > recognition.knownWords)
            || phrases.contains { $0.role == .uncoveredHeading }
    }
}

extension LanguageRecognition {
    /// Whether too few words are known to take the text for a list in a supported language; in a short text every
    /// unknown word may be the allergen.
    fileprivate var isUnrecognized: Bool {
        words > 0 && (knownWords == 0 || knownWords * 5 < words)
    }
}
