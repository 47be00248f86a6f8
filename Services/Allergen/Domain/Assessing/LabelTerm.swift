import EventContracts

/// An allergen of a label in the lexicon's wording, so that it can be stored as a fact about the product without the
/// person's words (ALG-12).
package struct LabelTerm: Sendable, Hashable {
    package let choice: AllergenChoice
    /// The term as the lexicon writes it.
    package let term: String
    package let rule: Evidence.Rule
    /// The source of the knowledge.
    package let source: String
}
