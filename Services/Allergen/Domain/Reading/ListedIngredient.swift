/// One ingredient of a list, as printed on the label.
package struct ListedIngredient: Sendable, Equatable {
    /// The ingredient's words as given, without the bracket after it.
    package let text: String
    /// Offset of the first Unicode scalar in the text as given.
    package let start: Int
    /// Length in Unicode scalars.
    package let length: Int
    /// 0 for the list itself, 1 for the content of a bracket, and so on; at most 255.
    package let depth: Int
    /// The share stated on the label, in percent.
    package internal(set) var percent: Double?
    /// Indices of the ingredient's tokens.
    let tokens: Range<Int>
}
