/// The origin of a text, which determines what may be missing from it.
package enum TextSource: Sendable, Equatable {
    /// A person typed or pasted it, and knows what is missing.
    case typed
    /// It was read from a photo; doubtful when the print cannot be vouched for.
    case photo(isDoubtful: Bool)

    /// Whether a list that was read is the whole list, as far as its text can tell.
    ///
    /// Without its heading a photo may show the end of a list, or something else.
    func vouches(for reading: LabelReading) -> Bool {
        switch self {
        case .typed: true
        case .photo(let isDoubtful): !isDoubtful && reading.hasHeading
        }
    }
}
