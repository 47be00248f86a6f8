/// The other grammatical numbers of a folded word, by plain rules; made once when the lexicon is built.
enum PluralForms {
    /// Forms of `word` besides itself: plurals of a singular and, for other ingredients, singulars of a plural.
    static func forms(of word: FoldedWord, in language: LabelLanguage) -> [FoldedWord] {
        guard case .letters(let bytes) = word, bytes.count >= 3, bytes.allSatisfy({ $0 > UInt8(ascii: "9") }) else {
            return []
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return plurals(of: text, in: language).map { .letters(Array($0.utf8)) }
    }

    private static func plurals(of word: String, in language: LabelLanguage) -> [String] {
        switch language {
        case .english: english(word)
        case .french: french(word)
        case .spanish: spanish(word)
        case .chinese: []
        }
    }

    private static func english(_ word: String) -> [String] {
        if word.hasSuffix("ss") || word.hasSuffix("sh") || word.hasSuffix("ch") || word.hasSuffix("x") {
            return [word + "es"]
        }
        if word.hasSuffix("s") { return [] }
        if word.hasSuffix("y") && !word.hasSuffix("ey") { return [word.dropLast() + "ies", word + "s"] }
        if word.hasSuffix("o") { return [word + "s", word + "es"] }
        return [word + "s"]
    }

    private static func french(_ word: String) -> [String] {
        if word.hasSuffix("s") || word.hasSuffix("x") || word.hasSuffix("z") { return [] }
        if word.hasSuffix("eau") || word.hasSuffix("eu") { return [word + "x", word + "s"] }
        if word.hasSuffix("al") { return [word.dropLast() + "ux", word + "s"] }
        return [word + "s"]
    }

    private static func spanish(_ word: String) -> [String] {
        if word.hasSuffix("s") || word.hasSuffix("x") { return [] }
        if word.hasSuffix("z") { return [word.dropLast() + "ces"] }
        guard let last = word.last, "aeiou".contains(last) else { return [word + "es"] }
        return [word + "s"]
    }
}

extension PluralForms {
    /// Plurals in every language, and the likely singulars, of a word with unknown language.
    static func anyNumber(of word: FoldedWord) -> Set<FoldedWord> {
        guard case .letters(let bytes) = word else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        let singulars = singulars(of: text)
        var forms = Set(singulars.map { FoldedWord.letters(Array($0.utf8)) })
        for language in LabelLanguage.allCases {
            for form in [word] + forms { forms.formUnion(Self.forms(of: form, in: language)) }
        }
        return forms
    }

    private static func singulars(of word: String) -> [String] {
        guard word.count > 3, word.hasSuffix("s") || word.hasSuffix("x") else { return [] }
        var singulars = [String(word.dropLast())]
        if word.hasSuffix("ies") { singulars.append(word.dropLast(3) + "y") }
        if word.hasSuffix("ces") { singulars.append(word.dropLast(3) + "z") }
        if word.hasSuffix("es"), word.count > 4 { singulars.append(String(word.dropLast(2))) }
        return singulars
    }
}
