/// Finds terms that a space splits in two: "so ya", "w heat"; such a finding is possible, never certain.
struct SplitWords {
    /// Minimum length of a split word; too many pairs of tokens spell a shorter one.
    private static let minLength = 4
    private static let maxLength = 12
    /// Maximum length of the shorter part; if both parts are longer, each is checked as a word.
    private static let maxStumpLength = 2

    let lexicon: Lexicon

    /// The one-word terms that two adjacent tokens spell together.
    func find(in text: LabelText) -> [(uses: [Lexicon.Use], tokens: Range<Int>)] {
        text.tokens.indices.dropLast().compactMap { index in
            guard let word = word(at: index, in: text) else { return nil }
            let number = lexicon.vocabulary.number(word: word, extra: nil)
            guard number != Token.unknown,
                let node = lexicon.terms.step(from: TokenTrie<Lexicon.Use>.root, by: number)
            else { return nil }
            let uses = lexicon.terms.values(at: node).filter { lexicon.entries[Int($0.entry)].meaning.isPositive }
            return uses.isEmpty ? nil : (uses, index..<index + 2)
        }
    }

    private func word(at index: Int, in text: LabelText) -> [UInt8]? {
        let (first, second) = (text.tokens[index], text.tokens[index + 1])
        let lengths = (Int(first.end - first.start), Int(second.end - second.start))
        guard second.gap == .soft, min(lengths.0, lengths.1) <= Self.maxStumpLength,
            (Self.minLength...Self.maxLength).contains(lengths.0 + lengths.1),
            text.scalars[Int(first.end)..<Int(second.start)].allSatisfy(\.properties.isWhitespace)
        else { return nil }
        return ScalarFolding.word(
            scalars(of: first, in: text) + scalars(of: second, in: text))
    }

    private func scalars(of token: Token, in text: LabelText) -> ArraySlice<Unicode.Scalar> {
        text.scalars[Int(token.start)..<Int(token.end)]
    }
}
