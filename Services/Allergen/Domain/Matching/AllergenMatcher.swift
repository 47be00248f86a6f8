/// Finds the allergens that a text names (ALG-06, ALG-07).
///
/// A longer term cancels an allergen of a shorter one inside it only if its lexicon row says so (`cancels`): "coconut
/// milk" is not milk, but overlapping terms alone never suppress a finding.
struct AllergenMatcher {
    private let lexicon: Lexicon
    private let mentions: [Mention]
    private let claims: FreeFromClaims

    init(lexicon: Lexicon, mentions: [Mention], claims: FreeFromClaims) {
        self.lexicon = lexicon
        self.mentions = mentions
        self.claims = claims
    }

    /// The hits in the order of the text, including vague words, without false friends and negated mentions.
    func hits() -> [AllergenHit] {
        mentions.indices.compactMap { hit(at: $0) }
    }

    private func hit(at index: Int) -> AllergenHit? {
        let mention = mentions[index]
        let entry = lexicon.entries[Int(mention.entry)]
        guard entry.meaning != .none, !claims.takesBack(mention.tokens) else { return nil }
        if mention.isMisread && entry.meaning == .vague { return nil }
        var statement = Statement(entry)
        var kindsWithin = SpeciesSet()
        for other in neighbors(of: index) {
            let near = mentions[other]
            if claims.denies(near.tokens) { continue }
            if near.isMisread == mention.isMisread, near.tokens.clamped(to: mention.tokens) == near.tokens {
                kindsWithin.formUnion(lexicon.entries[Int(near.entry)].species)
            }
            guard near.tokens.lowerBound <= mention.tokens.lowerBound,
                near.tokens.upperBound >= mention.tokens.upperBound
            else {
                if takesAway(near, from: mention, at: index) {
                    statement.lose(lexicon.entries[Int(near.entry)].cancels)
                }
                continue
            }
            let isWider = near.tokens.count > mention.tokens.count
            if near.isMisread && !mention.isMisread {
                if isWider { statement.doubt(lexicon.entries[Int(near.entry)]) }
                continue
            }
            if isWider && (entry.meaning == .vague || entry.meaning == .diet) { return nil }
            let namesFirst = isWider || (near.entry == mention.entry && other < index)
            statement.weigh(lexicon.entries[Int(near.entry)], isWider: isWider, namesFirst: namesFirst, than: entry)
        }
        guard !statement.isNothing || entry.meaning == .vague || entry.meaning == .diet else { return nil }
        return AllergenHit(
            entry: entry, meaning: entry.meaning, term: lexicon.spellings[Int(mention.spelling)],
            tokens: mention.tokens, isMisread: mention.isMisread || statement.isDoubtful,
            allergens: statement.allergens, species: statement.species,
            unnamed: statement.allergens.intersection(.withSpecies).subtracting(entry.species.union(kindsWithin).groups)
        )
    }

    /// Other mentions near enough to contain this one; terms are short, so there are few.
    private func neighbors(of index: Int) -> [Int] {
        let start = mentions[index].tokens.lowerBound
        var found: [Int] = []
        var before = index - 1
        while before >= 0, mentions[before].tokens.lowerBound + Self.maxTermWords > start {
            found.append(before)
            before -= 1
        }
        var after = index + 1
        let end = mentions[index].tokens.upperBound
        while after < mentions.count, mentions[after].tokens.lowerBound < end {
            found.append(after)
            after += 1
        }
        return found
    }

    /// Whether a term that shares words with a mention cancels its allergen: "coconut milk" cancels that of "milk
    /// extract", "blé noir" that of "farine de blé"; it does not if the rest of the mention names the allergen as well.
    private func takesAway(_ near: Mention, from mention: Mention, at index: Int) -> Bool {
        let cancels = lexicon.entries[Int(near.entry)].cancels
        guard !cancels.isEmpty, !near.isMisread || mention.isMisread, near.tokens.overlaps(mention.tokens),
            !(near.tokens.lowerBound >= mention.tokens.lowerBound
                && near.tokens.upperBound <= mention.tokens.upperBound)
        else { return false }
        let isBehind = near.tokens.lowerBound > mention.tokens.lowerBound
        if isBehind && mention.isHan { return false }
        let rest =
            isBehind
            ? mention.tokens.lowerBound..<near.tokens.lowerBound : near.tokens.upperBound..<mention.tokens.upperBound
        return !neighbors(of: index).contains { other in
            let inner = mentions[other]
            return inner.tokens.clamped(to: rest) == inner.tokens
                && !lexicon.entries[Int(inner.entry)].allergens.isDisjoint(with: cancels)
        }
    }

    /// Maximum number of words of a term; the linter checks the lexicon for it.
    static let maxTermWords = 16
}

/// The allergens of an entry that remain after evaluation of the surrounding terms.
private struct Statement {
    var allergens: AllergenSet
    var species: SpeciesSet
    private(set) var isDoubtful = false

    init(_ entry: LexiconEntry) {
        allergens = entry.allergens
        species = entry.species
    }

    var isNothing: Bool { allergens.isEmpty && species.isEmpty }

    /// Handles a misread false friend around the mention: the allergens that it would cancel become doubtful.
    mutating func doubt(_ around: LexiconEntry) {
        if !around.cancels.isDisjoint(with: allergens) { isDoubtful = true }
    }

    mutating func lose(_ cancels: AllergenSet) {
        allergens.subtract(cancels)
        species.subtract(SpeciesSet(of: cancels))
    }

    mutating func weigh(_ around: LexiconEntry, isWider: Bool, namesFirst: Bool, than entry: LexiconEntry) {
        if isWider || around.meaning != .none {
            lose(around.cancels)
        }
        // "Rye flour" states the kind of flour, so the usual content of flour does not apply.
        if isWider && entry.meaning == .usual && around.meaning.isPositive {
            species.subtract(SpeciesSet(of: around.species.groups))
        }
        if namesFirst && (around.meaning.isPositive || around.meaning == entry.meaning) {
            allergens.subtract(around.allergens)
            species.subtract(around.species)
        }
    }
}
