/// Which tokens of a text the lexicon knows, and in which role.
struct KnownTokens {
    /// The role in which a token is known.
    enum Standing {
        /// No table contains the token.
        case unknown
        /// The token connects other words or belongs to a fixed phrase; it is not an ingredient by itself.
        case grammar
        /// The token names an ingredient, a part of one, or its processing.
        case content
    }

    private var standings: [Standing]
    private let joining: Set<Int>
    /// Names of compound foods without their own list.
    private let compounds: Set<Int>

    /// - Parameters:
    ///   - text: The text.
    ///   - lexicon: Its tables.
    ///   - spoken: The languages of the text as bits; a word of another language counts as unknown here, even if
    ///     harmless there. English words occur in lists of every language ("cranberries", "golden syrup").

    init(text: LabelText, lexicon: Lexicon, spoken: UInt8) {
        let counting = spoken | LabelLanguage.english.bit
        let described = Self.describedFoods(in: text, lexicon)
        standings = text.tokens.indices.map { index in
            let word = text.tokens[index].word
            // Almost every Chinese character is part of some word, so only whole words are evaluated.
            if text.isHan(tokenAt: index) { return lexicon.vocabulary.isGrammar(word) ? .grammar : .unknown }
            guard word != Token.unknown, text.hasOwnLetters(tokenAt: index) else { return .unknown }
            if lexicon.vocabulary.languagesStandingAlone(word) & counting != 0 || lexicon.staples.contains(word) {
                guard lexicon.composites.contains(word) else { return .content }
                let isDescribed = described.contains(Self.name(endingAt: index, in: text))
                return isDescribed || text.opensList(behind: index) ? .content : .unknown
            }
            let isSpoken = lexicon.vocabulary.languages(of: word) & counting != 0
            return isSpoken && lexicon.vocabulary.isGrammar(word) ? .grammar : .unknown
        }
        compounds = Set(
            text.tokens.indices.filter { index in
                lexicon.composites.contains(text.tokens[index].word) && !text.opensList(behind: index)
                    && !described.contains(Self.name(endingAt: index, in: text))
            })
        var phrased = Set<Int>()
        joining = Set(text.tokens.indices.filter { lexicon.coordinators.contains(text.tokens[$0].word) })
        for start in text.tokens.indices {
            var end = start
            lexicon.terms.matches(in: text, at: start) { last, uses in
                if isCompound(start..<last, uses.lazy.map { lexicon.entries[Int($0.entry)].meaning }) { return }
                // A word alone is known only in its own languages, unless it is found as an allergen anyway.
                let isKnown =
                    last - start > 1
                    || uses.contains { use in
                        use.languages & counting != 0 || lexicon.entries[Int(use.entry)].meaning.isPositive
                    }
                if isKnown || text.isHan(tokenAt: start) { end = last }
            }
            if text.isHan(tokenAt: start) {
                lexicon.commonWords.matches(in: text, at: start) { last, _ in end = max(end, last) }
            }
            add(start..<end)
            lexicon.phrases.matches(in: text, at: start) { last, _ in
                phrased.formUnion(start..<last)
                for index in start..<last where standings[index] == .unknown { standings[index] = .grammar }
            }
        }
        doubtNames(in: text, lexicon, besides: phrased)
    }

    /// Two-word compound foods whose list is in a separate sentence: "Cheese frosting contains: sugar".
    private static func describedFoods(in text: LabelText, _ lexicon: Lexicon) -> Set<[Int32]> {
        let foods = text.tokens.indices.filter { index in
            lexicon.composites.contains(text.tokens[index].word)
                && text.marks(from: index + 1).first { $0.kind != .line || text.opensNext($0) }?.kind == .colon
        }
        return Set(foods.map { name(endingAt: $0, in: text) }.filter { !$0.isEmpty })
    }

    /// The known word before a token and the token's own word; empty if the previous word belongs to another
    /// ingredient.
    private static func name(endingAt index: Int, in text: LabelText) -> [Int32] {
        guard index > 0, text.continues(at: index), text.tokens[index - 1].word != Token.unknown else { return [] }
        return [text.tokens[index - 1].word, text.tokens[index].word]
    }

    /// Removes the connecting role of a word before a food if it may be the misread name of an allergen: "say protein".
    private mutating func doubtNames(in text: LabelText, _ lexicon: Lexicon, besides phrased: Set<Int>) {
        for index in text.tokens.indices.dropLast()
        where standings[index] == .grammar && standings[index + 1] == .content && text.continues(at: index + 1)
            && lexicon.doubtful.contains(text.tokens[index].word) && !phrased.contains(index)
        {
            standings[index] = .unknown
        }
    }

    /// Whether a token is "and" or "or".
    func joins(_ index: Int) -> Bool { joining.contains(index) }

    /// Whether a term is only the name of a compound food, such as "sausage" or "pork sausage", which does not name all
    /// its ingredients.
    private func isCompound(_ tokens: Range<Int>, _ meanings: some Sequence<LexiconEntry.Meaning>) -> Bool {
        !compounds.isDisjoint(with: tokens) && !meanings.contains { $0.isPositive }
            && (tokens.count == 1 || meanings.allSatisfy { $0 == .diet })
    }

    /// Marks the tokens of a term as known ingredients, except the name of a compound food.
    mutating func add(term tokens: Range<Int>, meaning: LexiconEntry.Meaning) {
        if !isCompound(tokens, CollectionOfOne(meaning)) { add(tokens) }
    }

    /// Marks tokens as known ingredients.
    mutating func add(_ tokens: Range<Int>) {
        for index in tokens { standings[index] = .content }
    }

    /// Marks the name of a company as known: the capitalized words after "manufactured by" in the same ingredient.
    mutating func addFirms(in reading: LabelReading) {
        let text = reading.text
        let ends = reading.phrases.filter { $0.role == .endOfList }.map(\.tokens.upperBound)
        let starts = Set(ends.filter { Self.isAgent(text, $0 - 1) })
        guard !starts.isEmpty else { return }
        for ingredient in reading.ingredients {
            guard let start = ingredient.tokens.first(where: starts.contains) else { continue }
            let names = (start..<ingredient.tokens.upperBound).prefix { index in
                text.scalars[Int(text.tokens[index].start)].properties.isUppercase
            }
            add(names)
        }
    }

    /// Whether a word is "by" in one of the languages.
    private static func isAgent(_ text: LabelText, _ index: Int) -> Bool {
        text.folded(tokenAt: index).map { ["by", "par", "por"].contains(String(decoding: $0, as: UTF8.self)) } ?? false
    }

    /// The role of a token.
    subscript(_ index: Int) -> Standing { standings[index] }

    /// Whether any table knows a token.
    func contains(_ index: Int) -> Bool { standings[index] != .unknown }
}
