/// The effect of a fixed phrase on the words around it.
enum PhraseRole: String, Sendable, CaseIterable {
    /// Begins the list of ingredients.
    case ingredientsHeading
    /// Begins the list of ingredients in a language that the lexicon does not cover, in words it can read: "原材料名".
    case uncoveredHeading
    /// Begins a list of contained allergens.
    case containsStatement
    /// Begins a list of possible traces.
    case traceStatement
    /// Ends a list of possible traces: "nuts may be present".
    case traceStatementAfter
    /// Negates everything up to the end of the statement: "does not contain".
    case freeFromStatement
    /// Negates the next mention: "without", "sans", "无".
    case freeFromNext
    /// Negates the mention before it: "-free".
    case freeFromBefore
    /// Negates everything listed before it in the sentence: "are not present".
    case freeFromAfter
    /// Begins a claim about suitable consumers: "suitable for".
    case suitability
    /// Names an allergy or a diet in a suitability claim: "allergy sufferers", "allergiques", "不耐受".
    case concern
    /// Part of a suitability claim that names no food: "people with", "the following".
    case claimWord
    /// Says that the food contains nothing of animal origin: "vegan", "plant-based".
    case animalFree
    /// Begins a sentence that suggests how to serve the food: "great on", "serve with".
    case servingSuggestion
    /// Heading of a part that suggests how to serve the food: "serving suggestion".
    case servingHeading
    /// Begins text after the list: storage, nutrition facts, preparation.
    case endOfList
    /// Negates the claim after it: "not", "cannot", "no es".
    case denial
    /// Begins a list of possible traces, and negates a claim after it: "not suitable for dairy-free diets".
    case unsuitable
    /// Looks like one of the other phrases but has no effect: "fat free", "contains less than".
    case plain
    /// Names a plant outside the fourteen allergens as the origin of the preceding word: "lecithin (sunflower)".
    case origin
    /// Occurs between a negation and its object: "de", "any", "added".
    case filler
    /// Joins mentions under one negation: "and", "ni", "和".
    case coordinator
}
