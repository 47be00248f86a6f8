/// The place of a finding in a text, and the reason for it.
package struct Evidence: Sendable, Equatable {
    /// The rule by which the words led to the finding.
    package enum Rule: String, Sendable {
        /// A term of the lexicon or a custom ingredient of the person, in the ingredient list.
        case ingredientTerm = "ingredient-term"
        /// The allergen is named in a statement of contained allergens.
        case containsStatement = "contains-statement"
        /// The allergen is named in a statement of possible traces (ALG-08).
        case traceStatement = "trace-statement"
        /// An ingredient that may or may not come from the allergen.
        case possibleSource = "possible-source"
        /// The allergen is named without its kind ("tree nuts"), and the person chose a kind.
        case unnamedSpecies = "unnamed-species"
        /// A word that looks like a misread term; never certain.
        case misreadTerm = "misread-term"
        /// The allergen is named after the list, where the label has other content.
        case outsideList = "outside-list"

        /// Whether the rule proves that the product contains the allergen.
        var isCertain: Bool { self == .ingredientTerm || self == .containsStatement }
    }

    /// The words as given.
    package let text: String
    /// Offset of the first Unicode scalar in the text as given.
    package let start: Int
    /// Length in Unicode scalars.
    package let length: Int
    package let rule: Rule
    /// The lexicon's name of the ingredient, such as `almond`; nil for a name from the person's own list.
    package let concept: String?
    /// The source of the knowledge.
    package let source: String
    /// Why the source is uncertain; "" when it is not.
    package let reason: String
    /// BCP 47 codes of the words' languages if these have no list support; empty otherwise.
    package var languages: [String] = []
}
