/// Tells sentences that praise a food or suggest how to serve it from what the food holds.
///
/// "Great on toast or bread!" behind the list says nothing of the content. Such a sentence counts as one only where the list
/// stands elsewhere: under a heading, or in a sentence before. Claims of suitability count only with a word of allergies or
/// diets: "suitable for vegetarians, wheat flour, milk" goes on with the list. "Allergens" right behind "contains none of the
/// following" begins no statement of its own.
enum ClaimSentences {
    /// A sentence with more commas is a list.
    private static let maximumCommas = 2
    /// Words between "suitable for" and the allergy.
    private static let reach = 40

    /// The phrases with those that begin no such sentence or claim made plain.
    static func resolve(_ phrases: [LabelPhrase], in text: LabelText, lexicon: Lexicon) -> [LabelPhrase] {
        guard phrases.contains(where: { $0.role.needsSentence }) else { return phrases }
        let hasHeading = SectionReader.hasHeading(text, phrases)
        /// Where the words of a claim of absence go on.
        var claimEnd: Int?
        return phrases.indices.map { index in
            let phrase = phrases[index]
            if let end = claimEnd {
                let isJoined = (end...phrase.tokens.lowerBound).allSatisfy { place in
                    text.continues(at: place)
                        && (place == phrase.tokens.lowerBound || lexicon.fillers.contains(text.tokens[place].word))
                }
                claimEnd = nil
                if isJoined, phrase.role == .claimWord || phrase.role == .containsStatement {
                    claimEnd = phrase.tokens.upperBound
                    return LabelPhrase(role: .claimWord, tokens: phrase.tokens)
                }
            }
            if phrase.role == .freeFromStatement || phrase.role == .freeFromNext { claimEnd = phrase.tokens.upperBound }
            let role: PhraseRole
            switch phrase.role {
            case .servingSuggestion, .servingHeading, .suitability:
                let isServing = phrase.role != .suitability && (hasHeading || phrase.tokens.lowerBound > 0)
                if isServing, isSentence(phrase, in: text) { return phrase }
                role = concerns(phrase, followers: phrases[(index + 1)...], in: text) ? .suitability : .plain
            default: return phrase
            }
            return LabelPhrase(role: role, tokens: phrase.tokens)
        }
    }

    /// Whether a serving suggestion ends before a token: at its full stop, or at the end of its line in any case.
    ///
    /// What the next line says may be the list. Other statements begin and end as `LabelText.opensStatement` tells.
    static func ends(at index: Int, in text: LabelText) -> Bool {
        text.tokens[index].gap >= .line && text.tokens[index].gap != .separator
    }

    private static func isSentence(_ phrase: LabelPhrase, in text: LabelText) -> Bool {
        let start = phrase.tokens.lowerBound
        guard text.opensStatement(at: start) else { return false }
        var end = phrase.tokens.upperBound
        while end < text.tokens.count, !ends(at: end, in: text) { end += 1 }
        let marks = text.marks(from: start + 1).prefix { Int($0.token) < end }
        return marks.count { $0.kind == .comma } <= maximumCommas && !marks.contains { $0.kind == .percent }
    }

    private static func concerns(
        _ phrase: LabelPhrase, followers: ArraySlice<LabelPhrase>, in text: LabelText
    ) -> Bool {
        for other in followers {
            guard other.tokens.lowerBound - phrase.tokens.upperBound <= reach else { return false }
            let between = (phrase.tokens.upperBound...other.tokens.lowerBound)
            if between.contains(where: { text.tokens[$0].gap == .sentence }) { return false }
            switch other.role {
            case .concern, .freeFromBefore: return true
            case .ingredientsHeading, .containsStatement, .traceStatement, .endOfList: return false
            default: continue
            }
        }
        return false
    }
}

extension PhraseRole {
    /// Whether the sentence around the phrase decides what it is.
    fileprivate var needsSentence: Bool {
        switch self {
        case .servingSuggestion, .servingHeading, .suitability, .freeFromStatement, .freeFromNext: true
        default: false
        }
    }
}
