import EventContracts

extension ForeignMention {
    /// Whether it is a longer name of no allergen around words that name one in a language that lists are read in:
    /// "latte di cocco" around "latte".
    func takesAway(_ hit: Range<Int>, names: ForeignNames) -> Bool {
        !isAmbiguous && tokens.count > hit.count && hit.clamped(to: tokens) == hit
            && names.entries[Int(entry)].meaning == .none
    }
}

extension AllergenHit {
    /// What a name of another language says where it stands.
    ///
    /// - Parameters:
    ///   - mention: the name in the text; one that stands for no allergen gives nil.
    ///   - names: where it comes from.
    ///   - isForeign: whether the text is in a language that lists are not read in. What its sentences say about the name is
    ///     not understood then ("may contain", "free from"), so that nothing is certain.
    init?(_ mention: ForeignMention, names: ForeignNames, isForeign: Bool) {
        let entry = names.entries[Int(mention.entry)]
        guard entry.meaning != .none else { return nil }
        let name = names.names[Int(mention.name)]
        let isDoubtful = isForeign || mention.isAmbiguous
        self.init(
            entry: entry, meaning: isDoubtful && entry.meaning.isPositive ? .possible : entry.meaning,
            term: name.pattern.text, tokens: mention.tokens, isMisread: false, allergens: entry.allergens,
            species: entry.species,
            unnamed: entry.allergens.intersection(.withSpecies).subtracting(entry.species.groups),
            languages: name.languages.map { names.languages[$0] })
    }
}
