/// How many words of a text are known, and in which language.
struct LanguageRecognition: Sendable {
    /// The covered language that most words belong to; nil without a known word or between equals.
    let language: LabelLanguage?
    /// The languages that the text is in, as bits: the leading one and those of a label in several; all when none is known.
    let present: UInt8
    /// Words of covered languages and additives.
    let knownWords: Int
    /// Words that belong to languages the lexicon does not cover, and to none that it does.
    let uncoveredWords: Int
    /// Words of two letters and more, and Chinese characters.
    let words: Int

    init(_ text: LabelText, vocabulary: Vocabulary) {
        var scores = [Int](repeating: 0, count: LabelLanguage.allCases.count)
        var known = 0
        var uncovered = 0
        var words = 0
        for (index, token) in text.tokens.enumerated() {
            let first = text.scalars[Int(token.start)]
            guard first.properties.isAlphabetic else { continue }
            let isHan = text.isHan(tokenAt: index)
            guard isHan || token.end - token.start > 1 else { continue }
            words += 1
            if isHan { scores[LabelLanguage.allCases.count - 1] += 1 }
            let mask = vocabulary.languages(of: token.word)
            if mask == LabelLanguage.uncoveredBit { uncovered += 1 }
            guard mask & ~LabelLanguage.uncoveredBit != 0 else { continue }
            known += 1
            if !isHan {
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
        knownWords = known
        uncoveredWords = uncovered
        self.words = words
    }
}
