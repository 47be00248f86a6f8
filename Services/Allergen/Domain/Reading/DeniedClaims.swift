/// Turns a negated absence claim into a warning.
///
/// "This product is not nut-free" and "we cannot guarantee that it is free from milk" exclude nothing.
enum DeniedClaims {
    /// Maximum number of words from a negation to the claims that it applies to.
    private static let reach = 16

    /// The phrases with each denied claim turned into a statement of traces.
    static func resolve(_ phrases: [LabelPhrase], in text: LabelText) -> [LabelPhrase] {
        var governedFrom: Int?
        var negation: Int?
        return phrases.map { phrase in
            switch phrase.role {
            case .denial, .unsuitable:
                governedFrom = phrase.tokens.upperBound
                return phrase
            case .freeFromBefore, .freeFromNext, .freeFromStatement, .freeFromAfter, .suitability:
                // "No exento de", "非无": a negation right before a claim denies it as well.
                let isDoubled = negation == phrase.tokens.lowerBound
                negation = phrase.role == .freeFromNext ? phrase.tokens.upperBound : nil
                guard isDoubled || governedFrom.map({ governs(from: $0, phrase, in: text) }) ?? false else {
                    return phrase
                }
                governedFrom = phrase.tokens.upperBound
                let isBehind = phrase.role == .freeFromBefore || phrase.role == .freeFromAfter
                let role = isBehind ? PhraseRole.traceStatementAfter : .traceStatement
                return LabelPhrase(role: role, tokens: phrase.tokens)
            default: return phrase
            }
        }
    }

    /// Whether a claim follows closely, in the same sentence and bracket.
    private static func governs(from start: Int, _ claim: LabelPhrase, in text: LabelText) -> Bool {
        guard claim.tokens.lowerBound >= start, claim.tokens.lowerBound - start <= reach else { return false }
        return !text.marks(in: start...claim.tokens.lowerBound).contains { mark in
            switch mark.kind {
            case .sentence, .paragraph, .open, .close: true
            case .line: text.linesSeparate
            case .comma, .colon, .percent: false
            }
        }
    }
}
