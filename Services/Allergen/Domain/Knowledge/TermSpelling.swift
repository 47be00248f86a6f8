/// A term in a lexicon cell: the words, with marks in front of them.
///
/// `=` in front: no grammatical forms are derived. `@` in front: it applies only to texts in its own language. `^` in
/// front: it applies only to texts in traditional Chinese.
struct TermSpelling {
    /// The term without its marks.
    let text: String
    let words: [FoldedWord]
    let isExact: Bool
    let isLanguageBound: Bool
    let isTraditional: Bool

    init(_ cell: String) {
        let marks = cell.prefix { "=@^".contains($0) }
        isExact = marks.contains("=")
        isLanguageBound = marks.contains("@")
        isTraditional = marks.contains("^")
        text = String(cell.dropFirst(marks.count))
        words = FoldedWord.words(of: text)
    }

    /// All combinations of the grammatical forms of its words except the spelling itself, at most 100.
    func inflected(in language: LabelLanguage) -> [[FoldedWord]] {
        var combinations: [[FoldedWord]] = [[]]
        for word in words {
            let forms = [word] + (combinations.count < 32 ? PluralForms.forms(of: word, in: language) : [])
            combinations = combinations.flatMap { start in forms.map { start + [$0] } }
        }
        return Array(combinations.dropFirst())
    }
}
