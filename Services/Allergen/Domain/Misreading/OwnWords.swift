/// The words of the person's custom ingredients, matched to possibly misread words.
struct OwnWords {
    /// The words that no lexicon row uses.
    let vocabulary: Vocabulary
    private let spellings: SpellingIndex
    private let lengths: [Int32: Int]

    /// Minimum length of a corrected word, in letters.
    ///
    /// Unlike the lexicon's terms, listed names have no table of neighbors with other meanings ("mint", "min"); a
    /// shorter word is corrected only if the difference is one look-alike or doubled letter.
    private static let wordy = 5

    /// - Parameters:
    ///   - words: every word in Latin letters of every name, with its number.
    ///   - vocabulary: the words of names that no lexicon row uses.
    init(_ words: [(spelling: [UInt8], number: Int32)], vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        spellings = SpellingIndex(words)
        lengths = Dictionary(words.map { ($0.number, $0.spelling.count) }, uniquingKeysWith: { first, _ in first })
    }

    /// The nearest custom words for a word as read, unless a lexicon word is nearer.
    func candidates(for word: [UInt8], beside known: SpellingIndex) -> [SpellingIndex.Candidate] {
        let named = spellings.candidates(for: word).filter {
            $0.cost <= 1 || lengths[$0.word, default: 0] >= Self.wordy
        }
        guard let best = named.first else { return [] }
        return known.candidates(for: word).allSatisfy { $0.cost >= best.cost } ? named : []
    }
}
