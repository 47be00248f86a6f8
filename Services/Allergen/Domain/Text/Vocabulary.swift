/// Numbers for all folded words and Chinese characters of the lexicon, with the languages that use them.
struct Vocabulary: Sendable {
    private var words: [[UInt8]: Int32] = [:]
    private var han: [UInt32: Int32] = [:]
    private var masks: [UInt8] = []
    /// The languages in which each word occurs alone, as bits of `LabelLanguage`.
    private var ownLanguages: [UInt8] = []
    /// Letters of each word; 1 for a Chinese character.
    private var lengths: [UInt8] = []
    private let firstNumber: Int32
    private let variants: [UInt32: UInt32]

    /// - Parameters:
    ///   - variants: Chinese characters and those that they are replaced by (traditional by simplified).
    ///   - firstNumber: The first number, so that a second vocabulary can be used beside a first.
    init(variants: [UInt32: UInt32] = [:], firstNumber: Int32 = 0) {
        self.variants = variants
        self.firstNumber = firstNumber
    }

    /// An empty vocabulary whose numbers follow this one's.
    func successor() -> Vocabulary {
        Vocabulary(variants: variants, firstNumber: firstNumber + Int32(masks.count))
    }

    /// The bit of words that may be an ingredient, or a part of its name, when they occur alone.
    ///
    /// Words that only occur in a longer term or a phrase, and grammar words ("de", "with"), do not have it.
    static let standaloneBit: UInt8 = 32
    /// The bit of words that only connect others.
    static let grammarBit: UInt8 = 64

    /// The bit of words that name an allergen by themselves.
    static let allergenBit: UInt8 = 128

    /// The languages of a word as bits of `LabelLanguage`; 0 for an unknown one.
    func languages(of number: Int32) -> UInt8 { mask(of: number) & (LabelLanguage.uncoveredBit | 15) }

    /// Whether a word alone describes an ingredient or its processing.
    func standsAlone(_ number: Int32) -> Bool { mask(of: number) & Self.standaloneBit != 0 }

    /// The languages in which a word occurs alone: "patatas" does in Spanish, although an English term contains it too.
    func languagesStandingAlone(_ number: Int32) -> UInt8 {
        let index = Int(number - firstNumber)
        return ownLanguages.indices.contains(index) ? ownLanguages[index] : 0
    }

    /// Whether a word alone names an allergen.
    func namesAllergen(_ number: Int32) -> Bool { mask(of: number) & Self.allergenBit != 0 }

    /// Whether a word only connects others.
    func isGrammar(_ number: Int32) -> Bool { mask(of: number) & Self.grammarBit != 0 }

    private func mask(of number: Int32) -> UInt8 {
        let index = Int(number - firstNumber)
        return masks.indices.contains(index) ? masks[index] : 0
    }

    /// Number of letters of a word of this vocabulary; 0 for another number.
    func length(of number: Int32) -> Int { holds(number) ? Int(lengths[Int(number - firstNumber)]) : 0 }

    /// Whether a number belongs to a word of this vocabulary.
    func holds(_ number: Int32) -> Bool { masks.indices.contains(Int(number - firstNumber)) }

    /// The words in Latin letters with their numbers.
    var spellings: some Sequence<(spelling: [UInt8], number: Int32)> {
        words.lazy.map { (spelling: $0.key, number: $0.value) }
    }

    func number(word: [UInt8], extra: Vocabulary?) -> Int32 {
        words[word] ?? extra?.words[word] ?? Token.unknown
    }

    /// A Chinese character as the tables write it.
    func simplified(_ character: UInt32) -> UInt32 { variants[character] ?? character }

    /// Whether a Chinese character is used only in traditional Chinese.
    func isTraditional(_ character: UInt32) -> Bool { variants[character] != nil }

    func number(han character: UInt32, extra: Vocabulary?) -> Int32 {
        let written = simplified(character)
        return han[written] ?? extra?.han[written] ?? Token.unknown
    }

    /// The number of a word in `base` or, if unknown there, in this vocabulary.
    mutating func number(of word: FoldedWord, beside base: Vocabulary) -> Int32 {
        let known =
            switch word {
            case .letters(let bytes): base.number(word: bytes, extra: nil)
            case .han(let character): base.number(han: character, extra: nil)
            }
        return known == Token.unknown ? intern(word, mask: 0) : known
    }

    /// The number of a folded word, assigned if the word is new; `mask` is added to its languages.
    mutating func intern(_ word: FoldedWord, mask: UInt8) -> Int32 {
        let number = register(word)
        mark(number, mask)
        return number
    }

    /// Adds bits to those of a known word.
    mutating func mark(_ number: Int32, _ mask: UInt8) {
        let index = Int(number - firstNumber)
        masks[index] |= mask
        if mask & Self.standaloneBit != 0 { ownLanguages[index] |= mask & LabelLanguage.everyBit }
    }

    private mutating func register(_ word: FoldedWord) -> Int32 {
        let next = firstNumber + Int32(masks.count)
        switch word {
        case .letters(let bytes):
            if let known = words[bytes] { return known }
            words[bytes] = next
        case .han(let character):
            let simplified = variants[character] ?? character
            if let known = han[simplified] { return known }
            han[simplified] = next
        }
        masks.append(0)
        ownLanguages.append(0)
        if case .letters(let bytes) = word { lengths.append(UInt8(clamping: bytes.count)) } else { lengths.append(1) }
        return next
    }
}

/// A word in the form in which the tokenizer looks it up.
enum FoldedWord: Hashable {
    case letters([UInt8])
    case han(UInt32)

    /// The folded words of a lexicon term or of typed text.
    static func words(of text: String) -> [FoldedWord] {
        var words: [FoldedWord] = []
        var letters: [UInt8] = []
        func flush() {
            if !letters.isEmpty { words.append(.letters(letters)) }
            letters.removeAll()
        }
        for scalar in text.unicodeScalars {
            switch ScalarFolding.fold(scalar) {
            case .word(let bytes): bytes.append(to: &letters)
            case .ignored: continue
            case .han(let character):
                flush()
                words.append(.han(character))
            case .foreignLetter, .other: flush()
            }
        }
        flush()
        return words
    }
}
