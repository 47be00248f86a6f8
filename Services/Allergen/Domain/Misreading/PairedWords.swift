/// Resolves misread words by a neighbor: "corn srach", "palm stearn", "huile de cola".
///
/// The table of pairs lists frequent neighbors ("corn" and "starch"). Only words next to a known neighbor are matched,
/// so a larger distance is allowed than for a single word. A possible allergen is never matched, nor resolved to one.
struct PairedWords {
    /// Maximum distance, in words, between a word and its neighbor: "huile de colza".
    private static let reach = 2
    /// Minimum length of a misread word, in letters.
    private static let minLength = 3

    let text: LabelText
    let lexicon: Lexicon
    /// The languages of the text as bits.
    let spoken: UInt8

    /// Whether a known neighbor in the same ingredient identifies the word.
    func isGivenAway(_ index: Int, in ingredient: Range<Int>, known: KnownTokens) -> Bool {
        guard let word = text.folded(tokenAt: index), text.hasOwnLetters(tokenAt: index), word.count >= Self.minLength
        else { return false }
        return neighbors(of: index, in: ingredient, known: known).contains { neighbor in
            guard let expected = lexicon.companions[text.tokens[neighbor].word] else { return false }
            guard let cost = expected.compactMap({ distance(word, $0) }).min() else { return false }
            return !isNearAllergen(word, than: cost)
        }
    }

    /// The nearest known words on both sides; connecting words are skipped.
    private func neighbors(of index: Int, in ingredient: Range<Int>, known: KnownTokens) -> [Int] {
        let before = (max(ingredient.lowerBound, index - Self.reach)..<index).reversed()
        let after = index + 1..<min(ingredient.upperBound, index + 1 + Self.reach)
        return [Array(before), Array(after)].compactMap { side in
            side.first { known[$0] != .grammar }.flatMap { known[$0] == .content ? $0 : nil }
        }
    }

    /// The distance of a word from an expected one; nil if it is too large or the expected word is impossible here.
    private func distance(_ word: [UInt8], _ expected: Int32) -> Int? {
        guard lexicon.vocabulary.languagesStandingAlone(expected) & spoken != 0,
            !lexicon.vocabulary.namesAllergen(expected), !lexicon.composites.contains(expected)
        else { return nil }
        let printed = lexicon.spellingIndex.spelling(of: expected)
        let farthest = Self.limit(printed.count)
        guard farthest > 0, let distance = ReadingDistance.between(word, printed, limit: farthest) else { return nil }
        return distance <= Self.letter || Self.isAlike(word, printed) ? distance : nil
    }

    /// Maximum distance for a word of that many letters, by `ReadingDistance`: a look-alike letter costs 1, any other
    /// 2.
    private static func limit(_ letters: Int) -> Int {
        switch letters {
        case ..<4: 0
        case 4: 2
        case 5: 3
        case 6...9: 4
        default: 6
        }
    }

    /// For a difference of more than one letter: whether both words begin alike and a short word has no letters that
    /// the other lacks, because letters are lost or swapped more often than replaced twice.
    private static func isAlike(_ word: [UInt8], _ printed: [UInt8]) -> Bool {
        guard word.first == printed.first else { return false }
        return printed.count >= distinctive || Set(word).isSubset(of: printed)
    }

    /// Minimum length, in letters, from which a word does not resemble another one by chance.
    private static let distinctive = 9

    /// Whether the name of an allergen is at least as near.
    private func isNearAllergen(_ word: [UInt8], than cost: Int) -> Bool {
        let names = lexicon.spellingIndex.candidates(for: word) {
            lexicon.vocabulary.namesAllergen($0) && lexicon.vocabulary.languagesStandingAlone($0) & spoken != 0
        }
        return names.contains { $0.cost <= cost }
    }

    /// Cost of one letter.
    private static let letter = 2
}
