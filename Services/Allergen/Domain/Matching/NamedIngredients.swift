import EventContracts

/// Finds the ingredients a person named in their own words (ALG-04), spelled as loosely as lexicon terms are.
struct NamedIngredients {
    /// Words no lexicon row uses.
    let vocabulary: Vocabulary
    private let names: TokenTrie<Int>

    init(_ ingredients: [OtherIngredient], lexicon: Lexicon) {
        var extra = lexicon.vocabulary.successor()
        var names = TokenTrie<Int>()
        for (position, ingredient) in ingredients.enumerated() {
            let spellings = Set(([ingredient.name] + ingredient.synonyms).flatMap(Self.forms))
            for form in spellings {
                names.insert(form.map { extra.number(of: $0, beside: lexicon.vocabulary) }, position)
            }
        }
        vocabulary = extra
        self.names = names
    }

    /// Every place where a named ingredient stands, by its position in the profile.
    func find(in text: LabelText) -> [(ingredient: Int, tokens: Range<Int>)] {
        var found: [(ingredient: Int, tokens: Range<Int>)] = []
        for start in text.tokens.indices {
            names.matches(in: text, at: start) { end, positions in
                found.append(contentsOf: positions.map { (ingredient: $0, tokens: start..<end) })
            }
        }
        return found
    }

    /// All spellings by grammatical number, in any of the languages; at most some hundred for a long name.
    private static func forms(of ingredient: String) -> Set<[FoldedWord]> {
        var combinations: [[FoldedWord]] = [[]]
        for word in FoldedWord.words(of: ingredient) {
            let forms = combinations.count < 32 ? Set([word]).union(PluralForms.anyNumber(of: word)) : [word]
            combinations = combinations.flatMap { start in forms.map { start + [$0] } }
        }
        return Set(combinations.filter { !$0.isEmpty })
    }
}
