import EventContracts

/// Reads the name of a food like a label: allergens in the name are certain; the name proves no absence.
struct NameReader: Sendable {
    /// Something that a name mentions.
    struct Mention: Sendable, Equatable {
        let choices: [AllergenChoice]
        let likelihood: AllergenLikelihood
        /// Allergens that the name mentions without a species.
        let unnamed: AllergenSet
        /// The words as written.
        let text: String
    }

    /// The result of reading a name.
    struct Reading: Sendable, Equatable {
        var mentions: [Mention] = []
        /// Custom ingredients that the name mentions, by their index in the profile.
        var others: Set<Int> = []
        /// Allergens and species that the name excludes: "peanut-free", "vegan".
        var freed: AllergenSet = []
        var freedSpecies: SpeciesSet = []
        /// Words that mean something else when separated: "cream of tartar", "peanut-free".
        var bound: [String] = []
    }

    /// Lexicon concepts that stand for a whole allergen: "lactose-free" excludes all milk, "butter-free" only butter.
    private static let wholes: Set<String> = [
        "celery", "crustacean", "egg", "fish", "gluten", "lupin", "milk", "mollusc", "mustard", "nut", "peanut",
        "sesame",
        "shellfish", "soy", "sulphite", "wheat",
    ]

    private let lexicon: Lexicon
    private let reader: IngredientListReader

    init(lexicon: Lexicon) {
        self.lexicon = lexicon
        reader = IngredientListReader(lexicon: lexicon)
    }

    /// Reads a name; `named` are the custom ingredients of the person.
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
        for mention in mentions {
            let entry = lexicon.entries[Int(mention.entry)]
            if !entry.cancels.isEmpty,
                !reading.phrases.contains(where: { $0.isClaim && $0.tokens.overlaps(mention.tokens) })
            {
                result.bound.append(cut.string(mention.tokens))
            }
            guard Self.wholes.contains(entry.concept), claims.takesBack(mention.tokens) else { continue }
            if entry.species.isEmpty { result.freed.formUnion(entry.allergens) }
            result.freedSpecies.formUnion(entry.species)
        }
        let vegan = Self.animalFree(reading.phrases)
        if !vegan.isEmpty { result.freed.formUnion(Self.ofAnimals) }
        let claimed = Self.claims(in: reading, mentions.map(\.tokens), claims) + vegan
        result.bound += claimed.map { cut.string($0) }
        result.mentions = hits.filter { hit in !hits.contains { Self.says($0, allOf: hit) } }.compactMap { hit in
            let isBeside = claimed.contains {
                $0.upperBound == hit.tokens.lowerBound || $0.lowerBound == hit.tokens.upperBound
            }
            return Self.mention(of: hit, in: cut, freed: result.freed, isBeside: isBeside)
        }
        result.others = Set(own.filter { !claims.takesBack($0.tokens) }.map(\.ingredient))
        return result
    }

    /// Whether a longer certain term around a hit names its allergens: 燕麦片 means oats, so 麦片 inside it means no other
    /// cereal.
    private static func says(_ wider: AllergenHit, allOf hit: AllergenHit) -> Bool {
        wider.tokens != hit.tokens && wider.tokens.clamped(to: hit.tokens) == hit.tokens && wider.meaning == .certain
            && !wider.isMisread && wider.allergens.isSuperset(of: hit.allergens.union(hit.species.groups))
    }

    /// The allergens of a hit minus those negated by the name: "gluten-free lasagna", "dairy-free ice cream".
    ///
    /// A food that is itself the allergen loses it only next to the claim, and never gluten: gluten-free oats are still
    /// oats.
    private static func mention(
        of hit: AllergenHit, in text: LabelText, freed: AllergenSet, isBeside: Bool
    ) -> Mention? {
        guard let likelihood = likelihood(of: hit) else { return nil }
        var lost = freed
        if hit.meaning == .certain { lost = isBeside ? freed.subtracting(AllergenSet(.gluten)) : [] }
        let allergens = hit.allergens.subtracting(lost), species = hit.species.subtracting(SpeciesSet(of: lost))
        let choices = allergens.codes.map(AllergenChoice.group) + species.members.map(AllergenChoice.species)
        guard !choices.isEmpty else { return nil }
        return Mention(
            choices: choices, likelihood: likelihood, unnamed: hit.unnamed.subtracting(lost),
            text: text.string(hit.tokens))
    }

    /// Allergens excluded from vegan food.
    private static let ofAnimals = AllergenSet(codes: [.crustaceans, .eggs, .fish, .milk, .molluscs])

    /// The places where a name states that the food is vegan, without those negated by a phrase directly before ("not
    /// vegan", "non vegan").
    private static func animalFree(_ phrases: [LabelPhrase]) -> [Range<Int>] {
        phrases.indices.compactMap { index in
            let phrase = phrases[index]
            let isDenied = index > 0 && phrases[index - 1].tokens.upperBound == phrase.tokens.lowerBound
            return phrase.role == .animalFree && !isDenied ? phrase.tokens : nil
        }
    }

    /// The claims in a name with the words they negate: "peanut-free".
    private static func claims(
        in reading: LabelReading, _ mentions: [Range<Int>], _ claims: FreeFromClaims
    ) -> [Range<Int>] {
        reading.phrases.compactMap { phrase in
            switch phrase.role {
            case .freeFromBefore:
                let before = mentions.filter { $0.upperBound == phrase.tokens.lowerBound }
                guard let start = before.map(\.lowerBound).min() else { return nil }
                return start..<phrase.tokens.upperBound
            case .freeFromNext, .freeFromStatement:
                let behind = mentions.filter {
                    $0.lowerBound == phrase.tokens.upperBound && claims.takesBack($0)
                }
                guard let end = behind.map(\.upperBound).max() else { return nil }
                return phrase.tokens.lowerBound..<end
            default: return nil
            }
        }
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

extension LabelPhrase {
    /// Whether the phrase states that something is not contained.
    fileprivate var isClaim: Bool {
        switch role {
        case .freeFromBefore, .freeFromNext, .freeFromStatement, .animalFree: true
        default: false
        }
    }
}
