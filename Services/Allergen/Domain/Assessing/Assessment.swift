import EventContracts

/// The answer to one text for one person (ALG-04, ALG-05).
package struct Assessment: Sendable, Equatable {
    /// Strongest first: contains, couldNotRead, mayContain, notDetected.
    package let verdict: Verdict
    /// False if a part of the label was not read or is not reliable.
    package let complete: Bool
    /// Why the reading is not complete.
    package let gaps: [ReadingGap]
    /// What the person can do about the gaps.
    package let advice: Advice?
    package let language: LabelLanguage?
    package let ingredients: [AssessedIngredient]
    /// The profile's allergens and listed ingredients that the product contains.
    package let contains: [Finding]
    /// The profile's allergens and listed ingredients that the product may contain; excludes those in `contains`.
    package let mayContain: [Finding]
    /// Words that do not state their content, such as "spices", and ingredients without a known word.
    package let vagueTerms: [VagueTerm]
    /// The unknown words that make the reading incomplete, as written in the text.
    package let unknownWords: [String]
    /// The facts about all fourteen allergens and their species, independent of the profile.
    package let facts: AllergenFacts
    /// The lexicon's own wording of everything in `facts`.
    package let terms: [LabelTerm]
    /// True when the profile names nothing and all fourteen were judged.
    package let profileEmpty: Bool
    /// The answers for the person's diets, from the named ingredients (ALG-17).
    package let diets: [DietAnswer]
}

extension Assessment {
    /// The allergens that the text states as contained, in the profile or not.
    package var allContained: AllergenSet { AllergenSet(codes: facts.contains.compactMap(\.code)) }

    /// The allergens that the text names as possible and not as contained, in the profile or not.
    package var allPossible: AllergenSet {
        AllergenSet(codes: facts.mayContain.union(facts.traces).compactMap(\.code))
    }
}

/// Advice for a text that was not read in full; the raw value is part of the API.
package enum Advice: String, Sendable, CaseIterable {
    case enterIngredients = "enter-ingredients"
    case photographAgain = "photograph-again"
}

/// Why an answer is not complete.
package enum ReadingGap: String, Sendable, CaseIterable {
    /// The text has no word: it is empty, or contains only figures, punctuation or binary data.
    case noWords
    /// Letters of a script the lexicon does not read.
    case unreadableScript
    /// A language the lexicon does not cover.
    case uncoveredLanguage
    /// Words that do not occur in ingredient lists of any language.
    case unrecognizedWords
    /// Words in a list that the lexicon does not know, so that an allergen may be among them.
    case unknownWords
    /// A statement about allergens without a list of ingredients.
    case noIngredients
    /// Characters were lost or replaced before the text arrived.
    case damagedText
    /// The text is longer than the limit.
    case textTooLong
    /// More ingredients than are listed.
    case listTooLong
    /// Print on the photo was missed or may have been misread.
    case doubtfulPhoto

    /// Whether the reading is too unreliable for a verdict.
    var preventsReading: Bool {
        switch self {
        case .noWords, .unreadableScript, .uncoveredLanguage, .unrecognizedWords, .textTooLong, .doubtfulPhoto: true
        case .unknownWords, .noIngredients, .damagedText, .listTooLong: false
        }
    }
}

/// An ingredient with every allergen it names, profile or not.
package struct AssessedIngredient: Sendable, Equatable {
    package let ingredient: ListedIngredient
    /// Allergens that the ingredient names, in the order of the regulation's list.
    package let allergens: [AllergenCode]
    /// Species that the ingredient names, such as almond for tree nuts.
    package let species: [AllergenSpecies]
    /// Allergens that the ingredient may come from, such as soy for lecithin.
    package let possibleAllergens: [AllergenCode]
}

/// A word on the label that does not state its content.
package struct VagueTerm: Sendable, Equatable {
    package let text: String
    /// Offset of the first Unicode scalar in the text as given.
    package let start: Int
    /// Length in Unicode scalars.
    package let length: Int
    /// A note about what the word may stand for.
    package let note: String
}
