/// A mention with what it says once longer terms around it are weighed.
struct AllergenHit {
    let entry: LexiconEntry
    /// The term as the lexicon writes it.
    let term: String
    let tokens: Range<Int>
    /// The entry's allergens less those a longer term takes away or already names.
    let allergens: AllergenSet
    /// The kinds it names, less those a longer term takes away or already names.
    let species: SpeciesSet
    /// Allergens it names without telling which kind, where the label does not tell it either.
    var unnamed: AllergenSet
}
