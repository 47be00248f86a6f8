import EventContracts

extension ForeignMention {
    /// Whether this is a longer name of a harmless food around words that name an allergen in a supported language:
    /// "latte di cocco" around "latte".
    func takesAway(_ hit: Range<Int>, names: ForeignNames) -> Bool {
        !isAmbiguous && tokens.count > hit.count && hit.clamped(to: tokens) == hit
            && names.entries[Int(entry)].meaning == .none
    }

    /// Whether this name is the whole word, of five letters or more, that was taken for a misread term: "avelãs" is not
    /// a misread "avena".
    func explains(_ misread: Range<Int>, names: ForeignNames) -> Bool {
        let name = names.names[Int(self.name)]
        return !isAmbiguous && misread.clamped(to: tokens) == misread && name.pattern.isWhole
            && name.pattern.words.allSatisfy { $0.letters.count >= 5 } && names.entries[Int(entry)].meaning != .none
    }

    /// Whether the name is only the beginning or the end of a longer word.
    func isPart(in names: ForeignNames) -> Bool {
        tokens.count == 1 && !names.names[Int(name)].pattern.isWhole
    }
}

extension AllergenHit {
    /// The hit of a foreign name; nil if the name is not an allergen.
    ///
    /// - Parameters:
    ///   - mention: The name in the text.
    ///   - names: The names it was found in.
    ///   - isForeign: Whether the text is in an unsupported language. Its statements ("may contain", "free from") are
    ///     not understood then, so the hit is never certain.
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
