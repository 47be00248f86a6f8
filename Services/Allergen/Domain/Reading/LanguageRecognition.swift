/// The known words of a text, and their languages.
struct LanguageRecognition: Sendable {
    /// The supported language of most words; nil if no word is known or two languages are equal.
    let language: LabelLanguage?
    /// The languages that the text is in, as bits: the leading one and those of a label in several; all when none is
    /// known.
    let present: UInt8
    /// The languages whose words count as known, as bits: those with distinctive words in the text.
    let spoken: UInt8
    /// Number of words of supported languages, including additives.
    let knownWords: Int
    /// Number of words that belong only to languages without list support.
    let uncoveredWords: Int
    /// Number of words of two or more letters, and of Chinese characters.
    let words: Int

    init(_ text: LabelText, vocabulary: Vocabulary) {
        var scores = [Int](repeating: 0, count: LabelLanguage.allCases.count)
        var ownWords = scores
        var known = 0
        var uncovered = 0
        var words = 0
        for (index, token) in text.tokens.enumerated() {
            let first = text.scalars[Int(token.start)]
            guard first.isLetter else { continue }
            let isHan = text.isHan(tokenAt: index)
            guard isHan || token.end - token.start > 1 else { continue }
            words += 1
            if isHan { scores[LabelLanguage.allCases.count - 1] += 1 }
            let mask = vocabulary.languages(of: token.word)
            if mask == LabelLanguage.uncoveredBit { uncovered += 1 }
            guard mask & ~LabelLanguage.uncoveredBit != 0 else { continue }
            known += 1
            if mask & LabelLanguage.everyBit == LabelLanguage.everyBit { continue }
            if !isHan {
                if mask.nonzeroBitCount == 1 { ownWords[mask.trailingZeroBitCount] += 1 }
                for (index, language) in LabelLanguage.allCases.enumerated() where mask & language.bit != 0 {
                    scores[index] += 1
                }
            }
        }
        let best = scores.max() ?? 0
        let leaders = LabelLanguage.allCases.indices.filter { scores[$0] == best }
        language = best > 0 && leaders.count == 1 ? LabelLanguage.allCases[leaders[0]] : nil
        present = LabelLanguage.allCases.indices.reduce(into: 0) { mask, index in
            if scores[index] * 3 >= best { mask |= LabelLanguage.allCases[index].bit }
        }
        spoken = Self.spoken(present, language: language, ownWords: ownWords)
        knownWords = known
        uncoveredWords = uncovered
        self.words = words
    }

    /// The leading language, and the other present languages with enough distinctive words.
    ///
    /// French and Spanish share so many words that each seems present in a list of the other. In Chinese lists, words
    /// in Latin letters are mostly English.
    private static func spoken(_ present: UInt8, language: LabelLanguage?, ownWords: [Int]) -> UInt8 {
        guard let language else { return present }
        if language == .chinese { return present | LabelLanguage.english.bit }
        let leading = ownWords[language.bit.trailingZeroBitCount]
        return LabelLanguage.allCases.reduce(language.bit) { mask, other in
            let own = ownWords[other.bit.trailingZeroBitCount]
            return present & other.bit != 0 && own >= 2 && own * minOwnWords >= leading ? mask | other.bit : mask
        }
    }

    /// A language needs at least one distinctive word per this number of distinctive words of the leading language.
    private static let minOwnWords = 4
}
