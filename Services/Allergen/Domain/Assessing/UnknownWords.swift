/// The words of a list that the lexicon does not know: each may be the allergen under another name (C17).
///
/// A word in Latin letters is known when a table has it; Chinese characters are known where they make up a word of a
/// table, since almost every character is part of some word.
struct UnknownWords {
    /// A list of no more words than this must be known to the last one.
    private static let shortList = 8
    /// Of a longer list, the greatest share of words that may be unknown.
    private static let toleratedShare = 0.2
    /// A longer list bears one ingredient without a known word, and further ones up to one in so many.
    private static let ingredientsPerUnknown = 10

    /// Ingredients without any known word, in the order of the text.
    let ingredients: [ListedIngredient]
    /// Whether too much is unknown to say that nothing was detected.
    let areMany: Bool

    /// Looks at the ingredients of a text; `explained` are the tokens that a finding explains.
    init(reading: LabelReading, lexicon: Lexicon, explained: [Range<Int>]) {
        let text = reading.text
        var known = KnownTokens(text: text, lexicon: lexicon)
        for tokens in explained { known.add(tokens) }
        var words = 0.0
        var unknown = 0.0
        var strange: [ListedIngredient] = []
        for ingredient in reading.ingredients {
            var weight = 0.0
            var unknownWeight = 0.0
            for index in ingredient.tokens {
                let tokenWeight = Self.weight(of: index, in: text)
                weight += tokenWeight
                if tokenWeight > 0, !known.contains(index) { unknownWeight += tokenWeight }
            }
            words += weight
            unknown += unknownWeight
            if weight > 0, unknownWeight == weight { strange.append(ingredient) }
        }
        ingredients = strange
        areMany =
            words <= Double(Self.shortList)
            ? unknown > 0
            : unknown > words * Self.toleratedShare
                || (strange.count > 1 && strange.count * Self.ingredientsPerUnknown > reading.ingredients.count)
    }

    /// A word counts one, a Chinese character half; single letters, figures, codes and units count nothing.
    private static func weight(of index: Int, in text: LabelText) -> Double {
        if text.isHan(tokenAt: index) { return 0.5 }
        let token = text.tokens[index]
        let scalars = text.scalars[Int(token.start)..<Int(token.end)]
        guard scalars.count > 1, !scalars.contains(where: { $0.properties.numericType != nil }) else { return 0 }
        return 1
    }
}
