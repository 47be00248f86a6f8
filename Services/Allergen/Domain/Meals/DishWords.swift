/// Normalizes the words of a dish's name for singular and plural; used for the table and for typed names.
enum DishWords {
    /// A folded word, or one Chinese character.
    typealias Word = [UInt8]

    /// The words of a name, in order.
    static func words(of name: some StringProtocol) -> [Word] {
        FoldedWord.words(of: String(name)).map(word)
    }

    static func word(_ folded: FoldedWord) -> Word {
        switch folded {
        case .letters(let bytes): stem(bytes)
        case .han(let character): String(Unicode.Scalar(character).map(Character.init) ?? "?").utf8.map(\.self)
        }
    }

    /// Whether a word is irrelevant for the ingredients of a dish.
    static func isFiller(_ word: Word) -> Bool { fillers.contains(word) }

    private static let fillers = Set(
        """
        a an and as au aux avec bowl by con cup de del des du e el en et for fresh from homemade hot in la las le les
        los made mi mon my of on or our own piece plate portion serving slice style the to type un una une w with y 的 和
        """.split { $0 == " " || $0 == "\n" }.flatMap { words(of: $0) } + [Array("nfs".utf8), Array("ns".utf8)])

    private static let changes: [(ending: String, replacement: String)] = [
        ("oe", "o"), ("che", "ch"), ("she", "sh"), ("xe", "x"), ("sse", "ss"), ("y", "ie"),
    ]

    private static func stem(_ bytes: [UInt8]) -> Word {
        guard bytes.count > 3 else { return bytes }
        var word = bytes
        if word.last == UInt8(ascii: "s"), word[word.count - 2] != UInt8(ascii: "s") { word.removeLast() }
        for (ending, replacement) in changes where word.count > ending.utf8.count + 1 && word.hasSuffix(ending) {
            return word.dropLast(ending.utf8.count) + Array(replacement.utf8)
        }
        return word
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ ending: String) -> Bool { suffix(ending.utf8.count).elementsEqual(ending.utf8) }
}
