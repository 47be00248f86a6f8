/// A name in a table cell: words, each optionally with `*` where further letters may follow.
///
/// `=` in front: it matches only with its exact diacritics or, in a script without spaces, only without adjacent
/// letters. `~` in front: it is also an ordinary word of a language with list support, and matches only beside other
/// words of its own language.
struct NamePattern: Hashable, Sendable {
    /// One word of a name.
    struct Word: Hashable, Sendable {
        /// The folded letters of the pattern; for an exact name, only in lower case.
        let letters: [UInt32]
        /// Whether letters may come before and after the word.
        let opensFreely: Bool
        let endsFreely: Bool

        /// The range of the word's letters in a folded word; nil if they do not occur.
        func range(in word: [UInt32]) -> Range<Int>? {
            let last = word.count - letters.count
            guard last >= 0 else { return nil }
            let starts = opensFreely ? 0...last : 0...0
            for start in starts {
                let end = start + letters.count
                guard endsFreely || end == word.count else { continue }
                if word[start..<end].elementsEqual(letters) { return start..<end }
            }
            return nil
        }
    }

    let words: [Word]
    let isExact: Bool
    let isBound: Bool
    /// Whether the pattern is found anywhere in a run of letters, as its script has no spaces.
    let isUnspaced: Bool
    /// The name without its marks, as shown to people.
    let text: String

    /// Whether the pattern's words must match without adjacent letters.
    var isWhole: Bool { words.allSatisfy { !$0.opensFreely && !$0.endsFreely } }

    /// Parses a cell; nil if it has no letter.
    init?(_ cell: String) {
        let marks = cell.prefix { "=~".contains($0) }
        let body = cell.dropFirst(marks.count)
        isExact = marks.contains("=")
        isBound = marks.contains("~")
        text = String(body.filter { $0 != "*" })
        isUnspaced = text.unicodeScalars.contains(where: NameFolding.isUnspaced)
        var words: [Word] = []
        for part in body.split(separator: " ") {
            let core = part.filter { $0 != "*" }
            let letters =
                isExact && !isUnspaced ? Self.exact(core.unicodeScalars) : NameFolding.fold(core.unicodeScalars)
            guard !letters.isEmpty else { return nil }
            words.append(
                Word(letters: letters, opensFreely: part.hasPrefix("*"), endsFreely: part.hasSuffix("*")))
        }
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// The scalars of a word in lower case, accents kept.
    static func exact(_ word: some Sequence<Unicode.Scalar>) -> [UInt32] {
        word.flatMap { $0.properties.lowercaseMapping.unicodeScalars.map(\.value) }
    }
}
