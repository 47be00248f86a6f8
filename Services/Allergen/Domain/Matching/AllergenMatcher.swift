/// A mention with what it says once longer terms around it are weighed.
struct AllergenHit {
    let entry: LexiconEntry
    let tokens: Range<Int>
    /// The entry's allergens less those a longer term takes away or already names.
    let allergens: AllergenSet
}

/// Finds the allergens a text names (ALG-06, ALG-07).
///
/// A longer term takes an allergen away from a shorter one inside it only where its lexicon row says so (`cancels`):
/// "coconut milk" is not milk, but nothing is ever lost because two terms overlap.
struct AllergenMatcher {
    private let lexicon: Lexicon
    private let mentions: [Mention]
    private let claims: FreeFromClaims

    init(lexicon: Lexicon, mentions: [Mention], claims: FreeFromClaims) {
        self.lexicon = lexicon
        self.mentions = mentions
        self.claims = claims
    }

    /// The hits in the order of the text, vague words among them; false friends and negated mentions are not.
    func hits() -> [AllergenHit] {
        mentions.indices.compactMap { hit(at: $0) }
    }

    private func hit(at index: Int) -> AllergenHit? {
        let mention = mentions[index]
        let entry = lexicon.entries[Int(mention.entry)]
        guard entry.meaning != .none, !claims.takesBack(mention.tokens) else { return nil }
        var allergens = entry.allergens
        for other in neighbors(of: index) {
            let outer = mentions[other]
            guard outer.tokens.lowerBound <= mention.tokens.lowerBound,
                outer.tokens.upperBound >= mention.tokens.upperBound
            else { continue }
            let around = lexicon.entries[Int(outer.entry)]
            let isWider = outer.tokens.count > mention.tokens.count
            if isWider || around.meaning != .none { allergens.subtract(around.cancels) }
            if isWider && entry.meaning == .vague { return nil }
            let namesFirst = isWider || (outer.entry == mention.entry && other < index)
            if namesFirst && (around.meaning == .certain || around.meaning == entry.meaning) {
                allergens.subtract(around.allergens)
            }
        }
        guard !allergens.isEmpty || entry.meaning == .vague else { return nil }
        return AllergenHit(entry: entry, tokens: mention.tokens, allergens: allergens)
    }

    /// Other mentions near enough to contain this one; terms are short, so there are few.
    private func neighbors(of index: Int) -> [Int] {
        let start = mentions[index].tokens.lowerBound
        var found: [Int] = []
        var before = index - 1
        while before >= 0, mentions[before].tokens.lowerBound + Self.longestTerm > start {
            found.append(before)
            before -= 1
        }
        var after = index + 1
        while after < mentions.count, mentions[after].tokens.lowerBound == start {
            found.append(after)
            after += 1
        }
        return found
    }

    /// No term has more words than this; the linter holds the lexicon to it.
    static let longestTerm = 16
}
