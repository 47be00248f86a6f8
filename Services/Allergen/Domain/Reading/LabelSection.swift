/// A part of a label with one kind of content.
package struct LabelSection: Sendable, Equatable {
    /// The meaning of a mention in the section.
    package enum Kind: String, Sendable {
        /// Text before the list, such as the product's name.
        case preface
        case ingredients
        /// "Contains: milk, egg."
        case containsStatement
        /// "May contain nuts.", "made in a factory that handles sesame".
        case traceStatement
        /// "Does not contain gluten."
        case freeFromStatement
        /// Text after the list: storage, nutrition facts, preparation.
        case afterList
    }

    package let kind: Kind
    /// Offset of the first Unicode scalar in the text as given.
    package let start: Int
    /// Length in Unicode scalars.
    package let length: Int
    /// Indices of the section's tokens.
    let tokens: Range<Int>
}
