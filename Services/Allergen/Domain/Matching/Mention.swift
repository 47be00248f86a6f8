/// A lexicon term found in a text, before its context is evaluated.
struct Mention {
    let entry: Int32
    /// Position of the term among the lexicon's spellings.
    let spelling: Int32
    let tokens: Range<Int>
    /// Whether one of the mention's words was corrected.
    var isMisread = false
    /// True for a term in Chinese characters.
    var isHan = false
}

/// Finds every term in a text: whole words in Latin scripts, any stretch of characters in Chinese.
struct MentionFinder {
    let lexicon: Lexicon
    let language: LabelLanguage?
    /// The languages of the text as bits; misread words are searched only in these.
    let present: UInt8

    /// All mentions without misread ones, ordered by their first token, shorter ones first.
    func find(in text: LabelText) -> [Mention] {
        var mentions: [Mention] = []
        for start in text.tokens.indices {
            lexicon.terms.matches(in: text, at: start) { end, uses in
                for use in chosen(uses, in: text) {
                    mentions.append(
                        Mention(
                            entry: use.entry, spelling: use.spelling, tokens: start..<end,
                            isHan: text.isHan(tokenAt: start)))
                }
            }
        }
        let numbers = AdditiveNumbers(lexicon: lexicon).find(in: text)
        if numbers.isEmpty { return mentions }
        for (uses, tokens) in numbers {
            for use in chosen(uses, in: text) {
                mentions.append(Mention(entry: use.entry, spelling: use.spelling, tokens: tokens))
            }
        }
        return ordered(mentions)
    }

    /// Exact and misread mentions, ordered by their first token.
    func all(in text: LabelText) -> [Mention] {
        let printed = find(in: text)
        let misread = misread(in: text, printed: printed)
        return misread.isEmpty ? printed : ordered(printed + misread)
    }

    private func ordered(_ mentions: [Mention]) -> [Mention] {
        mentions.sorted { left, right in
            (left.tokens.lowerBound, left.tokens.upperBound, left.isMisread ? 1 : 0)
                < (right.tokens.lowerBound, right.tokens.upperBound, right.isMisread ? 1 : 0)
        }
    }

    private func misread(in text: LabelText, printed: [Mention]) -> [Mention] {
        let repairs = TokenRepairs(text: text, lexicon: lexicon, printed: printed)
        let matches = MisreadTerms.find(lexicon.terms, in: text, repairs: repairs)
        let split = SplitWords(lexicon: lexicon).find(in: text)
        return (matches.map { ($0.values, $0.tokens) } + split.map { ($0.uses, $0.tokens) }).flatMap { uses, tokens in
            chosen(uses, in: text).filter { $0.languages & present != 0 }.map { use in
                Mention(
                    entry: use.entry, spelling: use.spelling, tokens: tokens, isMisread: true,
                    isHan: text.isHan(tokenAt: tokens.lowerBound))
            }
        }
    }

    /// The uses that apply; the text's language decides only between uses with different meanings.
    func chosen(_ uses: [Lexicon.Use], in text: LabelText) -> [Lexicon.Use] {
        if uses.count == 1, !uses[0].isLanguageBound, !uses[0].isTraditional { return uses }
        let uses = text.isTraditional ? uses : uses.filter { !$0.isTraditional }
        guard let bit = language?.bit else { return uses.filter { !$0.isLanguageBound } }
        let own = uses.filter { $0.languages & bit != 0 }
        return own.isEmpty ? uses.filter { !$0.isLanguageBound } : own
    }
}
