/// Distinguishes marketing and serving suggestions from contents.
///
/// "Great on toast or bread!" after the list is not content. Such a sentence is recognized only if the list is
/// elsewhere: under a heading, or in an earlier sentence. Suitability claims are recognized only with a word about
/// allergies or diets: "suitable for vegetarians, wheat flour, milk" continues the list. "Allergens" directly after
/// "contains none of the following" does not start a statement.
enum ClaimSentences {
    /// Maximum number of commas of such a sentence; one with more is a list.
    private static let maximumCommas = 2
    /// Maximum number of words between "suitable for" and the allergy.
    private static let reach = 40

    /// The phrases; those that do not begin such a sentence or claim become `plain`.
    static func resolve(_ phrases: [LabelPhrase], in text: LabelText, lexicon: Lexicon) -> [LabelPhrase] {
        guard phrases.contains(where: { $0.role.needsSentence }) else { return phrases }
        let hasHeading = SectionReader.hasHeading(text, phrases)
        /// Index at which the words of an absence claim continue.
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

    /// Whether a serving suggestion ends before a token: at its full stop or, at the latest, at the end of its line.
    ///
    /// The next line may be the list. Other statements start and end as in `LabelText.opensStatement`.
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
    /// Whether the phrase can only be classified by its sentence.
    fileprivate var needsSentence: Bool {
        switch self {
        case .servingSuggestion, .servingHeading, .suitability, .freeFromStatement, .freeFromNext: true
        default: false
        }
    }
}
