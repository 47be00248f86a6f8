/// A mention with its meaning in context, that is, after evaluation of longer terms around it.
struct AllergenHit {
    let entry: LexiconEntry
    /// The certainty of the mention at this position.
    var meaning: LexiconEntry.Meaning
    /// The term as the lexicon writes it.
    let term: String
    let tokens: Range<Int>
    /// Whether a word of the mention, or of a false friend (a harmless phrase) around it, was corrected as a
    /// misreading; then the finding is at most *possible*.
    let isMisread: Bool
    /// The entry's allergens without those that a longer term cancels or already names.
    let allergens: AllergenSet
    /// The named species without those that a longer term cancels or already names.
    let species: SpeciesSet
    /// Allergens that the mention names without a species, unless the label states the species elsewhere.
    var unnamed: AllergenSet
    /// BCP 47 codes of the languages with this name if they have no list support; empty for the lexicon's own terms.
    var languages: [String] = []
}
