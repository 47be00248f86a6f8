/// Chinese words in which one character was misread as a look-alike: 山梨酸钟 for 山梨酸钾.
///
/// Only an unknown character is reread, and only as part of a known harmless word. Where a look-alike may be an
/// allergen, `TokenRepairs` warns of it as well.
struct MisreadCharacters {
    /// Minimum length of a word; shorter ones are accepted only if every other character of the ingredient is known.
    private static let minLength = 4
    private static let maxLength = 12

    let text: LabelText
    let lexicon: Lexicon

    /// The range of the known word that an unknown character belongs to, if any.
    func word(with index: Int, in ingredient: Range<Int>, known: KnownTokens) -> Range<Int>? {
        guard text.isHan(tokenAt: index) else { return nil }
        let isOnlyOne = ingredient.allSatisfy { $0 == index || known[$0] != .unknown || !text.isHan(tokenAt: $0) }
        // The misread character may form a known word with those before it: 蔗糖酯|肪酸酯 for 蔗糖脂肪酸酯.
        for misread in [index, index - 1] where ingredient.contains(misread) && text.isHan(tokenAt: misread) {
            let printed = lexicon.vocabulary.simplified(text.scalars[Int(text.tokens[misread].start)].value)
            let readings = (lexicon.lookAlikes[printed] ?? [])
                .map { lexicon.vocabulary.number(han: $0, extra: nil) }
                .filter { $0 != Token.unknown }
            for start in max(ingredient.lowerBound, misread - Self.maxLength)...misread {
                for reading in readings {
                    let limit = ingredient.upperBound
                    guard let end = longestWord(from: start, reading: misread, as: reading, before: limit), end > index,
                        end - start >= Self.minLength || (isOnlyOne && misread == index && end - start > 1)
                    else { continue }
                    return start..<end
                }
            }
        }
        return nil
    }

    /// End of the longest known word that begins at a token, with one character reread.
    private func longestWord(from start: Int, reading index: Int, as reading: Int32, before limit: Int) -> Int? {
        var node = TokenTrie<Bool>.root
        var end: Int?
        for place in start..<min(limit, start + Self.maxLength) {
            let word = place == index ? reading : text.tokens[place].word
            guard place == start || text.continues(at: place), let next = lexicon.commonWords.step(from: node, by: word)
            else { break }
            node = next
            if !lexicon.commonWords.values(at: node).isEmpty { end = place + 1 }
        }
        return end
    }
}
