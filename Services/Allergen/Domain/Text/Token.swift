/// The separator before a token, weakest first.
enum Gap: UInt8, Comparable {
    /// Nothing, as between two Chinese characters.
    case none
    /// Spaces, hyphens, apostrophes, emphasis marks: a term may continue across them.
    case soft
    /// A line break: a wrap or the end of an ingredient, depending on the rest of the text.
    case line
    /// Comma, bracket, slash, bullet …: a term ends here.
    case separator
    /// Full stop, empty line, start of the text: a statement ends here.
    case sentence

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One word of a Latin-script text, or one Chinese character.
struct Token {
    /// Offset of the first Unicode scalar.
    let start: Int32
    /// Offset after the last Unicode scalar.
    let end: Int32
    /// Vocabulary number; `Token.unknown` for a word that no lexicon row uses.
    let word: Int32
    let gap: Gap

    static let unknown: Int32 = -1
}

/// A structural character, with the number of tokens before it.
struct Mark {
    enum Kind: UInt8 {
        case comma, open, close, colon, sentence, line, paragraph, percent
    }

    let kind: Kind
    /// Offset in Unicode scalars.
    let offset: Int32
    /// Index of the next token.
    let token: Int32
}
