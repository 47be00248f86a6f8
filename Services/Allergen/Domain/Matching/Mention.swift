/// A lexicon term found in a text, before its surroundings are weighed.
struct Mention {
    let entry: Int32
    /// Position of the term among the lexicon's spellings.
    let spelling: Int32
    let tokens: Range<Int>
}

/// Finds every term in a text: whole words in Latin scripts, any stretch of characters in Chinese.
struct MentionFinder {
    let lexicon: Lexicon
    let language: LabelLanguage?

    /// All mentions ordered by their first token, shorter ones first.
    func find(in text: LabelText) -> [Mention] {
        var mentions: [Mention] = []
        for start in text.tokens.indices {
            lexicon.terms.matches(in: text, at: start) { end, uses in
                for use in chosen(uses) {
                    mentions.append(Mention(entry: use.entry, spelling: use.spelling, tokens: start..<end))
                }
            }
        }
        return mentions
    }

    /// The uses that count; the text's language decides only between spellings that mean different things.
    private func chosen(_ uses: [Lexicon.Use]) -> [Lexicon.Use] {
        if uses.count == 1, !uses[0].isLanguageBound { return uses }
        guard let bit = language?.bit else { return uses.filter { !$0.isLanguageBound } }
        let own = uses.filter { $0.languages & bit != 0 }
        return own.isEmpty ? uses.filter { !$0.isLanguageBound } : own
    }
}
