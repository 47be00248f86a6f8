/// Which tokens of a text the lexicon's tables know.
struct KnownTokens {
    private var known: [Bool]

    init(text: LabelText, lexicon: Lexicon) {
        known = text.tokens.indices.map { index in
            let token = text.tokens[index]
            if text.isHan(tokenAt: index) {
                return lexicon.fillers.contains(token.word) || lexicon.coordinators.contains(token.word)
            }
            return lexicon.vocabulary.languages(of: token.word) & ~LabelLanguage.uncoveredBit != 0
        }
        for start in text.tokens.indices where text.isHan(tokenAt: start) {
            var end = start
            lexicon.terms.matches(in: text, at: start) { last, _ in end = last }
            lexicon.phrases.matches(in: text, at: start) { last, _ in end = max(end, last) }
            lexicon.commonWords.matches(in: text, at: start) { last, _ in end = max(end, last) }
            add(start..<end)
        }
    }

    /// Counts tokens as known.
    mutating func add(_ tokens: Range<Int>) {
        for index in tokens { known[index] = true }
    }

    func contains(_ index: Int) -> Bool { known[index] }
}
