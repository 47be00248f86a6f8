/// A mention with what it says once longer terms around it are weighed.
struct AllergenHit {
    let entry: LexiconEntry
    /// The certainty of the mention at this position.
    var meaning: LexiconEntry.Meaning
    /// The term as the lexicon writes it.
    let term: String
    let tokens: Range<Int>
    /// True when a word of it, or of a false friend around it, is not as printed: then it is possible at most.
    let isMisread: Bool
    /// The entry's allergens less those a longer term takes away or already names.
    let allergens: AllergenSet
    /// The kinds it names, less those a longer term takes away or already names.
    let species: SpeciesSet
    /// Allergens it names without telling which kind, where the label does not tell it either.
    var unnamed: AllergenSet
    /// BCP 47 codes of the languages that call it so, where lists are not read in them; empty for the lexicon's own terms.
    var languages: [String] = []
}
