import EventContracts

/// A lexicon entry with all its spellings elsewhere: a food, an additive, a false friend, a vague word.
package struct LexiconEntry: Sendable, Hashable {
    /// The certainty of a mention.
    package enum Meaning: String, Sendable {
        /// The food is or contains the allergens.
        case certain = "is"
        /// The food usually contains the allergens, unless its own list after it says otherwise (bread, pasta).
        case usual = "usually"
        /// It may come from them; the label does not say (lecithin).
        case possible
        /// It is not one of the fourteen, despite its name (coconut milk).
        case none
        /// It names a mixture with unknown content ("spices").
        case vague
        /// It is not one of the fourteen, but matters for diets (gelatin).
        case diet

        /// Whether a mention means that the allergens are contained.
        var isPositive: Bool { self == .certain || self == .usual }
    }

    /// Permanent name of the entry, equal in all languages: `almond`, `casein`, `e322`.
    package let concept: String
    package let meaning: Meaning
    package let allergens: AllergenSet
    /// The kinds of its allergens that it names; an allergen without one is named as a whole ("tree nuts").
    package let species: SpeciesSet
    /// Allergens that a shorter term inside this one would name wrongly: "milk" inside "coconut milk".
    package let cancels: AllergenSet
    /// Effects on diets beyond those of its allergens.
    package let diets: DietEffects
    /// The source of the knowledge, as displayed.
    package let source: String
    /// Why, when the meaning needs a reason; "" otherwise.
    package let note: String
}
