/// Which tokens of a text the lexicon's tables know, and what for.
struct KnownTokens {
    /// What is known of a token.
    enum Standing {
        /// No table has it.
        case unknown
        /// It joins other words or belongs to a fixed phrase, and is no ingredient by itself.
        case grammar
        /// It names an ingredient, a part of one, or what was done to it.
        case content
    }

    private var standings: [Standing]

    init(text: LabelText, lexicon: Lexicon) {
        standings = text.tokens.indices.map { index in
            let word = text.tokens[index].word
            // Almost every Chinese character is part of some word; only the words count.
            if !text.isHan(tokenAt: index), lexicon.vocabulary.standsAlone(word) { return .content }
            return lexicon.vocabulary.isGrammar(word) ? .grammar : .unknown
        }
        for start in text.tokens.indices {
            var end = start
            lexicon.terms.matches(in: text, at: start) { last, _ in end = last }
            if text.isHan(tokenAt: start) {
                lexicon.commonWords.matches(in: text, at: start) { last, _ in end = max(end, last) }
            }
            add(start..<end)
            lexicon.phrases.matches(in: text, at: start) { last, _ in
                for index in start..<last where standings[index] == .unknown { standings[index] = .grammar }
            }
        }
    }

    /// Counts tokens as known ingredients.
    mutating func add(_ tokens: Range<Int>) {
        for index in tokens { standings[index] = .content }
    }

    /// What is known of a token.
    subscript(_ index: Int) -> Standing { standings[index] }

    /// Whether any table knows a token.
    func contains(_ index: Int) -> Bool { standings[index] != .unknown }
}
