import EventContracts

/// Finds a person's custom ingredients (ALG-04); tolerates spelling differences as for lexicon terms.
struct NamedIngredients {
    /// A place of a listed ingredient.
    struct Place {
        /// Position in the profile.
        let ingredient: Int
        let tokens: Range<Int>
        /// Whether one of the ingredient's words was corrected.
        var isMisread = false
    }

    /// Words that no lexicon row uses.
    let vocabulary: Vocabulary
    private let names: TokenTrie<Int>
    private let lexicon: Lexicon
    /// The custom words; nil if the person listed none.
    private let words: OwnWords?

    init(_ ingredients: [OtherIngredient], lexicon: Lexicon) {
        var extra = lexicon.vocabulary.successor()
        var names = TokenTrie<Int>()
        var words: [(spelling: [UInt8], number: Int32)] = []
        for (position, ingredient) in ingredients.enumerated() {
            let spellings = Set(([ingredient.name] + ingredient.synonyms).flatMap(Self.forms))
            for form in spellings {
                let numbers = form.map { extra.number(of: $0, beside: lexicon.vocabulary) }
                names.insert(numbers, position)
                for case (.letters(let spelling), let number) in zip(form, numbers) { words.append((spelling, number)) }
            }
        }
        vocabulary = extra
        self.names = names
        self.lexicon = lexicon
        self.words = ingredients.isEmpty ? nil : OwnWords(words, vocabulary: extra)
    }

    /// All places of listed ingredients, exact or misread.
    func find(in text: LabelText) -> [Place] {
        guard let words else { return [] }
        var found: [Place] = []
        for start in text.tokens.indices {
            names.matches(in: text, at: start) { end, positions in
                found += positions.map { Place(ingredient: $0, tokens: start..<end) }
            }
        }
        let repairs = TokenRepairs(text: text, lexicon: lexicon, own: words)
        for match in MisreadTerms.find(names, in: text, repairs: repairs) {
            found += match.values.map { Place(ingredient: $0, tokens: match.tokens, isMisread: true) }
        }
        return found
    }

    /// Singular and plural forms in any of the languages; a few hundred for a long name.
    private static func forms(of ingredient: String) -> Set<[FoldedWord]> {
        var combinations: [[FoldedWord]] = [[]]
        for word in FoldedWord.words(of: ingredient) {
            let forms = combinations.count < 32 ? Set([word]).union(PluralForms.anyNumber(of: word)) : [word]
            combinations = combinations.flatMap { start in forms.map { start + [$0] } }
        }
        return Set(combinations.filter { !$0.isEmpty })
    }
}
