/// Splits words that were printed or read without a space between them.
enum GluedWords {
    /// Minimum length of a part, in letters; shorter words occur inside almost any word.
    private static let minPartLength = 3

    /// The known words that make up a word; nil if it does not consist of known words only.
    static func split(_ word: [UInt8], vocabulary: Vocabulary, extra: Vocabulary? = nil) -> [Int32]? {
        guard (6...64).contains(word.count) else { return nil }
        var cuts: [(start: Int, number: Int32, parts: Int)?] = Array(repeating: nil, count: word.count + 1)
        for end in minPartLength...word.count {
            for start in 0...end - minPartLength where start == 0 || cuts[start] != nil {
                // A split needs at least two parts, so the whole word is skipped even if it is known.
                if start == 0, end == word.count { continue }
                let number = vocabulary.number(word: Array(word[start..<end]), extra: extra)
                guard number != Token.unknown else { continue }
                let parts = (cuts[start]?.parts ?? 0) + 1
                if parts < cuts[end]?.parts ?? Int.max { cuts[end] = (start, number, parts) }
            }
        }
        var words: [Int32] = []
        var end = word.count
        while end > 0 {
            guard let cut = cuts[end] else { return nil }
            words.append(cut.number)
            end = cut.start
        }
        return words.count > 1 ? words.reversed() : nil
    }
}
