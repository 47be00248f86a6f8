/// Alternative readings of tokens that no word of the lexicon explains.
///
/// Words with a known meaning are never reread, so that a correct list costs no time and yields no false findings.
struct TokenRepairs {
    /// One way to reread some tokens.
    struct Repair {
        /// The corrected words: several if words were printed without a space.
        let words: [Int32]
        /// Number of tokens replaced: several where one word was split.
        let tokens: Int
    }

    /// Maximum number of unknown words that are corrected; bounds the time for a text of noise.
    private static let maximumGuesses = 400

    private(set) var byToken: [Int: [Repair]] = [:]
    private let text: LabelText
    private let lexicon: Lexicon
    private let own: OwnWords?
    private var guesses: [[UInt8]: [Int32]] = [:]

    /// Examines every token except Chinese characters of exactly matching terms; with `own`, only the person's own
    /// words are possible corrections.
    init(text: LabelText, lexicon: Lexicon, own: OwnWords? = nil, printed: [Mention] = []) {
        self.text = text
        self.lexicon = lexicon
        self.own = own
        for index in text.tokens.indices where own != nil && !isUnknown(text.tokens[index].word) {
            split(index)
        }
        for index in text.tokens.indices where isUnknown(text.tokens[index].word) {
            guard let word = text.folded(tokenAt: index) else { continue }
            join(index)
            guess(word, at: index)
        }
        lookAlikes(printed)
    }

    var isEmpty: Bool { byToken.isEmpty }

    /// Whether the lexicon does not know a word; custom ingredients are not lexicon words and must not hide a term.
    private func isUnknown(_ word: Int32) -> Bool {
        word == Token.unknown || (own == nil && !lexicon.vocabulary.holds(word))
    }

    /// A known word may contain a custom ingredient: "kiwifruit".
    private mutating func split(_ index: Int) {
        guard let word = text.folded(tokenAt: index),
            let parts = GluedWords.split(word, vocabulary: lexicon.vocabulary, extra: own?.vocabulary)
        else { return }
        add(Repair(words: parts, tokens: 1), at: index)
    }

    private mutating func add(_ repair: Repair, at index: Int) { byToken[index, default: []].append(repair) }

    private mutating func guess(_ word: [UInt8], at index: Int) {
        if guesses[word] == nil {
            guard guesses.count < Self.maximumGuesses else { return }
            guesses[word] = candidates(for: word).map(\.word)
        }
        for candidate in guesses[word] ?? [] { add(Repair(words: [candidate], tokens: 1), at: index) }
        if let parts = GluedWords.split(word, vocabulary: lexicon.vocabulary, extra: own?.vocabulary) {
            add(Repair(words: parts, tokens: 1), at: index)
        }
    }

    private func candidates(for word: [UInt8]) -> [SpellingIndex.Candidate] {
        own?.candidates(for: word, beside: lexicon.spellingIndex) ?? lexicon.spellingIndex.candidates(for: word)
    }

    /// Joins a word that a space or a line's end split in two or three.
    private mutating func join(_ index: Int) {
        for start in max(0, index - 2)...index {
            for end in index + 1...index + 3 where end - start >= 2 && end - start <= 3 && end <= text.tokens.count {
                let isCutByHyphen = end - start == 2 && text.isCutByHyphen(before: start + 1)
                guard let word = joined(start..<end, shortest: isCutByHyphen ? 4 : 5) else { continue }
                let number = lexicon.vocabulary.number(word: word, extra: own?.vocabulary)
                if number != Token.unknown {
                    add(Repair(words: [number], tokens: end - start), at: start)
                } else if end - start == 2, start == index || isCutByHyphen {
                    // A hyphen at the line's end shows that the parts are one word; then even a short word may be
                    // corrected if one letter looks alike ("mi-", "Ik").
                    let limit = word.count >= 7 ? 2 : isCutByHyphen ? 1 : 0
                    for candidate in candidates(for: word) where candidate.cost <= limit {
                        add(Repair(words: [candidate.word], tokens: 2), at: start)
                    }
                }
            }
        }
    }

    private func joined(_ range: Range<Int>, shortest: Int) -> [UInt8]? {
        var word: [UInt8] = []
        for index in range {
            guard index == range.lowerBound || text.tokens[index].gap <= .line, let part = text.folded(tokenAt: index)
            else {
                return nil
            }
            word += part
        }
        return (shortest...SpellingIndex.maxLength).contains(word.count) ? word : nil
    }

    /// Similar-looking Chinese characters, except those of a correct term: 芹菜 is not a misread 芥菜.
    private mutating func lookAlikes(_ printed: [Mention]) {
        guard !lexicon.lookAlikes.isEmpty else { return }
        let correct = printed.filter { $0.isHan && $0.tokens.count > 1 }
            .reduce(into: Set<Int>()) { $0.formUnion($1.tokens) }
        for (index, token) in text.tokens.enumerated() where token.end - token.start == 1 && !correct.contains(index) {
            let character = lexicon.vocabulary.simplified(text.scalars[Int(token.start)].value)
            for other in lexicon.lookAlikes[character] ?? [] {
                let number = lexicon.vocabulary.number(han: other, extra: own?.vocabulary)
                if number != Token.unknown { add(Repair(words: [number], tokens: 1), at: index) }
            }
        }
    }
}
