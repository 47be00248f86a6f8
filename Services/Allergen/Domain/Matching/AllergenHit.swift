/// A mention with its meaning after longer terms around it are considered.
struct AllergenHit {
    let entry: LexiconEntry
    /// The certainty of the mention at this position.
    var meaning: LexiconEntry.Meaning
    /// The term as the lexicon writes it.
    let term: String
    let tokens: Range<Int>
    /// True when a word of it, or of a false friend around it, is not as printed: then it is possible at most.
    let isMisread: Bool
    /// The entry's allergens without those that a longer term cancels or already names.
    let allergens: AllergenSet
    /// The named species without those that a longer term cancels or already names.
    let species: SpeciesSet
    /// Allergens that it names without a species, if the label does not state it elsewhere either.
    var unnamed: AllergenSet
    /// BCP 47 codes of the languages that call it so, where lists are not read in them; empty for the lexicon's own
    /// terms.
    var languages: [String] = []
}
