import EventContracts

/// The allergens and ingredients a person avoids, as the assessment needs them.
package struct AssessmentProfile: Sendable, Equatable {
    package var allergens: Set<AllergenChoice>
    /// Ingredients in the person's own words.
    package var otherIngredients: [OtherIngredient]
    /// Judged by what the list names (ALG-17).
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

    /// True when nothing is named to look for; then all fourteen are.
    package var isEmpty: Bool { allergens.isEmpty && otherIngredients.isEmpty }

    /// The allergens and kinds to judge by, in the order of the regulation's list.
    var judged: [AllergenChoice] { isEmpty ? AllergenCode.allCases.map(AllergenChoice.group) : allergens.sorted() }
}
