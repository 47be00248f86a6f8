/// The origin of a text, which determines what may be missing in it.
package enum TextSource: Sendable, Equatable {
    /// Typed or pasted by a person, who knows what is missing.
    case typed
    /// Read from a photo; doubtful if the reading is not reliable.
    case photo(isDoubtful: Bool)

    /// Whether the text shows that a list was read completely.
    ///
    /// Without its heading, a photo may show only the end of a list, or something else.
    func vouches(for reading: LabelReading) -> Bool {
        switch self {
        case .typed: true
        case .photo(let isDoubtful): !isDoubtful && reading.hasHeading
        }
    }
}
