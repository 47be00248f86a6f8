import EventContracts

/// The allergens and ingredients a person avoids, as the assessment needs them.
package struct AssessmentProfile: Sendable, Equatable {
    package var allergens: Set<AllergenChoice>
    /// Ingredients in the person's own words.
    package var otherIngredients: [OtherIngredient]
    /// Evaluated from the named ingredients (ALG-17).
    package var diets: [Diet]
    package var traces: TraceStrictness

    package init(
        allergens: Set<AllergenChoice> = [], otherIngredients: [OtherIngredient] = [], diets: [Diet] = [],
        traces: TraceStrictness = .warn
    ) {
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
    }

    /// Whether nothing is listed; then all fourteen are checked.
    package var isEmpty: Bool { allergens.isEmpty && otherIngredients.isEmpty }

    /// The allergens and species to check, in the order of the regulation's list.
    var judged: [AllergenChoice] { isEmpty ? AllergenCode.allCases.map(AllergenChoice.group) : allergens.sorted() }
}
