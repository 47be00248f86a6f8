/// The effect of a fixed phrase on the words around it.
enum PhraseRole: String, Sendable, CaseIterable {
    /// Begins the list of ingredients.
    case ingredientsHeading
    /// Begins the list of ingredients in a language that the lexicon does not cover, in words it can read: "原材料名".
    case uncoveredHeading
    /// Begins a list of contained allergens.
    case containsStatement
    /// Begins a list of allergens that may have got in.
    case traceStatement
    /// Ends such a list: "nuts may be present".
    case traceStatementAfter
    /// Frees from everything it lists up to the end of the statement: "does not contain".
    case freeFromStatement
    /// Frees from the next mention: "without", "sans", "无".
    case freeFromNext
    /// Frees from the mention before it: "-free".
    case freeFromBefore
    /// Frees from everything its sentence lists before it: "are not present".
    case freeFromAfter
    /// Begins a claim of who may eat it: "suitable for".
    case suitability
    /// Names an allergy or a diet in such a claim: "allergy sufferers", "allergiques", "不耐受".
    case concern
    /// Part of such a claim without meaning a food: "people with", "the following".
    case claimWord
    /// Says that nothing of animals is in the food: "vegan", "plant-based".
    case animalFree
    /// Begins a sentence that suggests how to serve the food: "great on", "serve with".
    case servingSuggestion
    /// Begins a part of the label that does: "serving suggestion".
    case servingHeading
    /// Begins text after the list: storage, nutrition facts, preparation.
    case endOfList
    /// Negates the claim after it: "not", "cannot", "no es".
    case denial
    /// Begins a list of possible traces, and negates a claim after it: "not suitable for dairy-free diets".
    case unsuitable
    /// Looks like one of the others and is not: "fat free", "contains less than".
    case plain
    /// A plant outside the fourteen allergens as the origin of the preceding word: "lecithin (sunflower)".
    case origin
    /// Occurs between a negation and its object: "de", "any", "added".
    case filler
    /// Joins mentions under one negation: "and", "ni", "和".
    case coordinator
}
