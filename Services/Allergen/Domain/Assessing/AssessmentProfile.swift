import EventContracts

/// What one person avoids, as the assessment needs it.
package struct AssessmentProfile: Sendable, Equatable {
    package var allergens: Set<AllergenCode>
    /// Ingredients in the person's own words.
    package var otherIngredients: [String]
    /// Kept and shown beside the answer (ALG-17).
    package var diets: [Diet]
    package var traces: TraceStrictness

    package init(
        allergens: Set<AllergenCode> = [], otherIngredients: [String] = [], diets: [Diet] = [],
        traces: TraceStrictness = .warn
    ) {
        self.allergens = allergens
        self.otherIngredients = otherIngredients
        self.diets = diets
        self.traces = traces
    }

    /// True when nothing is named to look for; then all fourteen are.
    package var isEmpty: Bool { allergens.isEmpty && otherIngredients.isEmpty }

    /// The allergens to judge by.
    var judged: AllergenSet { isEmpty ? .all : AllergenSet(codes: allergens) }
}
