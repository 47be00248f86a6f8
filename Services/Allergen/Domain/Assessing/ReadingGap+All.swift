extension ReadingGap {
    /// Everything that keeps a reading from being complete.
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
    /// A text with a greater share of letters in other scripts was not read.
    private static let toleratedForeignShare = 0.1

    /// Whether its letters are of scripts that lists are not read in.
    var isUnreadableScript: Bool {
        Double(text.foreignLetters) > Double(text.readableLetters + text.foreignLetters) * Self.toleratedForeignShare
    }

    /// Whether only names are looked for in the text.
    var isForeign: Bool { isUnreadableScript || isUncovered }

    /// Whether the text is in a language that lists are not read in, by its words or its heading.
    var isUncovered: Bool {
        (recognition.uncoveredWords >= 2 && recognition.uncoveredWords * 2 > recognition.knownWords)
            || phrases.contains { $0.role == .uncoveredHeading }
    }
}

extension LanguageRecognition {
    /// Too few known words to believe that the text is a list in a covered language; in a short one every word that is
    /// not known may be the allergen.
    fileprivate var isUnrecognized: Bool {
        words > 0 && (knownWords == 0 || knownWords * 5 < words)
    }
}
