import EventContracts

/// An entry of the lexicon without its spellings: a food, an additive, a false friend or a vague word.
package struct LexiconEntry: Sendable, Hashable {
    /// The certainty of a mention.
    package enum Meaning: String, Sendable {
        /// The food is or contains the allergens.
        case certain = "is"
        /// The food usually contains the allergens, unless its own list after it says otherwise (bread, pasta).
        case usual = "usually"
        /// The food may be made from the allergens; the label does not say (lecithin).
        case possible
        /// The food is not one of the fourteen, despite its name (coconut milk).
        case none
        /// The word names a mixture with unknown content ("spices").
        case vague
        /// The food is not one of the fourteen, but matters for diets (gelatin).
        case diet

        /// Whether a mention means that the allergens are contained.
        var isPositive: Bool { self == .certain || self == .usual }
    }

    /// Permanent name of the entry, equal in all languages: `almond`, `casein`, `e322`.
    package let concept: String
    package let meaning: Meaning
    package let allergens: AllergenSet
    /// The species that it names; an allergen without a species here is named as a whole ("tree nuts").
    package let species: SpeciesSet
    /// Allergens that a shorter term inside this one would name wrongly: "milk" inside "coconut milk".
    package let cancels: AllergenSet
    /// Effects on diets beyond those of the entry's allergens.
    package let diets: DietEffects
    /// The source of the knowledge, as displayed.
    package let source: String
    /// The reason for the meaning, if it needs one; "" otherwise.
    package let note: String
}
