import EventContracts

/// An allergen of a label with the lexicon's own wording, fit to be kept as a fact about the product: no word in it is the
/// person's (ALG-12).
package struct LabelTerm: Sendable, Hashable {
    package let choice: AllergenChoice
    /// The term as the lexicon writes it.
    package let term: String
    package let rule: Evidence.Rule
    /// The source of the knowledge.
    package let source: String
}
