/// A text with unwanted encodings, markup and look-alike characters replaced by the intended ones.
///
/// Markup, entities and compatibility forms are resolved, letters of other scripts that look like Latin ones are
/// replaced, and spaced letters are joined; each scalar keeps its original position.
struct CleanedText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// Number of places whose intended form is unknown: lost characters, words that mix scripts, reversed text.
    private(set) var damages = 0
    private var starts: [Int32] = []
    private var ends: [Int32] = []
    private let given: [Unicode.Scalar]

    init(_ given: [Unicode.Scalar]) {
        self.given = given
        scalars.reserveCapacity(given.count)
        var index = 0
        while index < given.count { index = take(at: index) }
        damages += LookAlikeLetters.replace(in: &scalars)
    }

    /// The offsets in the original text that correspond to a range of offsets in this text.
    func source(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return Int(starts[range.lowerBound])..<Int(ends[last])
    }

    /// Processes the text at an offset and returns the next offset.
    private mutating func take(at index: Int) -> Int {
        let scalar = given[index]
        switch scalar {
        case "&":
            if let entity = MarkupReader.entity(at: index, in: given) {
                append(entity.scalar, index..<entity.end)
                return entity.end
            }
        case "<":
            if let tag = MarkupReader.tag(at: index, in: given) {
                if tag.breaksLine { append("\n", index..<tag.end) }
                return tag.end
            }
        case "?":
            if isLetter(index - 1), isLetter(index + 1) {
                damages += 1
                append("\u{FFFD}", index..<index + 1)
                return index + 1
            }
        case "\u{FFFD}", "\u{202D}", "\u{202E}":
            damages += 1
        case "Ã", "Â", "â", "ã", "Å":
            if let character = MisencodedText.character(at: index, in: given) {
                append(character.scalar, index..<character.end)
                return character.end
            }
            if let end = takeWord(at: index) { return end }
        default:
            if let end = takeWord(at: index) { return end }
        }
        append(CompatibleForms.plain(scalar), index..<index + 1)
        return index + 1
    }

    /// Processes spaced letters or a misread additive code at an offset; nil without either.
    private mutating func takeWord(at index: Int) -> Int? {
        guard isLetter(index), !isWordScalar(index - 1) else { return nil }
        if let offsets = SpacedLetters.offsets(at: index, in: given) {
            for offset in offsets { append(given[offset], offset..<offset + 1) }
            return offsets[offsets.count - 1] + 1
        }
        guard let code = AdditiveCode.read(at: index, in: given) else { return nil }
        for (position, scalar) in code.enumerated() { append(scalar, index + position..<index + position + 1) }
        return index + code.count
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ source: Range<Int>) {
        scalars.append(scalar)
        starts.append(Int32(source.lowerBound))
        ends.append(Int32(source.upperBound))
    }

    private func isLetter(_ index: Int) -> Bool {
        given.indices.contains(index) && given[index].isLetter
    }

    private func isWordScalar(_ index: Int) -> Bool {
        isLetter(index) || (given.indices.contains(index) && given[index].isNumeric)
    }
}
