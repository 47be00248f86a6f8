import EventContracts

/// Reads the name of a food as the lexicon reads a label: what a name says, it says for certain; what it does not say is
/// open.
struct NameReader: Sendable {
    /// Something that a name mentions.
    struct Mention: Sendable, Equatable {
        let choices: [AllergenChoice]
        let likelihood: AllergenLikelihood
        /// Allergens that it names without the kind.
        let unnamed: AllergenSet
        /// The words as they stand there.
        let text: String
    }

    /// What a name says.
    struct Reading: Sendable, Equatable {
        var mentions: [Mention] = []
        /// Ingredients of the person's own that it mentions, by their place in the profile.
        var others: Set<Int> = []
    }

    private let lexicon: Lexicon
    private let reader: IngredientListReader

    init(lexicon: Lexicon) {
        self.lexicon = lexicon
        reader = IngredientListReader(lexicon: lexicon)
    }

    /// Reads a name; `named` are the ingredients that the person named.
    func read(_ name: String, _ named: NamedIngredients) -> Reading {
        let cut = LabelText(name, vocabulary: lexicon.vocabulary, extra: named.vocabulary)
        let reading = reader.read(cut, language: nil)
        let finder = MentionFinder(
            lexicon: lexicon, language: reading.language, present: reading.recognition.present)
        let mentions = finder.all(in: cut), own = named.find(in: cut)
        let claims = FreeFromClaims(
            text: cut, phrases: reading.phrases, mentions: mentions.map(\.tokens) + own.map(\.tokens), lexicon: lexicon)
        let hits = AllergenMatcher(lexicon: lexicon, mentions: mentions, claims: claims).hits()
        var result = Reading()
        for hit in hits {
            guard let likelihood = Self.likelihood(of: hit) else { continue }
            let choices =
                hit.allergens.codes.map(AllergenChoice.group) + hit.species.members.map(AllergenChoice.species)
            result.mentions.append(
                Mention(
                    choices: choices, likelihood: likelihood, unnamed: hit.unnamed, text: cut.string(hit.tokens)))
        }
        result.others = Set(own.filter { !claims.takesBack($0.tokens) }.map(\.ingredient))
        return result
    }

    private static func likelihood(of hit: AllergenHit) -> AllergenLikelihood? {
        switch hit.meaning {
        case .certain: hit.isMisread ? .possible : .named
        case .usual: hit.isMisread ? .possible : .likely
        case .possible: .possible
        case .none, .vague, .diet: nil
        }
    }
}
