import EventContracts

/// Turns rows of the lexicon's tables into look-up structures.
struct LexiconBuilder {
    private(set) var entries: [LexiconEntry] = []
    private(set) var vocabulary: Vocabulary
    private(set) var terms = TokenTrie<Lexicon.Use>()
    private(set) var commonWords = TokenTrie<Bool>()
    private(set) var phrases = TokenTrie<PhraseRole>()
    private(set) var fillers: Set<Int32> = []
    private(set) var coordinators: Set<Int32> = []
    /// Words so frequent in lists that a misread word is assumed to be one of them.
    private(set) var staples: Set<Int32> = []
    /// Foods whose content is known only if their own ingredient list follows.
    private(set) var composites: Set<Int32> = []
    /// The words that lists often print beside a word, by that word: "starch" by "corn".
    private(set) var companions: [Int32: Set<Int32>] = [:]
    private(set) var spellings: [String] = []
    /// The grammatical forms of each word of each row of pairs; the row's first word comes first.
    private var pairs: [[[FoldedWord]]] = []
    private var explicit: [[Int32]: [Lexicon.Use]] = [:]
    private var inflected: [[Int32]: [Lexicon.Use]] = [:]

    init(variants: [UInt32: UInt32]) {
        vocabulary = Vocabulary(variants: variants)
    }

    /// Adds one row of a table of terms: an entry with its spellings in four languages.
    ///
    /// A row with lower precedence adds only spellings that no earlier row has in any form.
    mutating func addTerms(
        _ row: TabSeparatedTable.Row, sources: [String: String], yields: Bool = false
    ) throws(LexiconError) {
        let entry = Int32(entries.count)
        entries.append(try Self.entry(row, sources: sources))
        for language in LabelLanguage.allCases {
            for cell in try row.list(language.rawValue) where !cell.isEmpty {
                let spelling = TermSpelling(cell)
                guard !spelling.words.isEmpty else { throw row.error(.emptyTerm, cell) }
                if yields, isKnown(spelling.words, language) { continue }
                let use = Lexicon.Use(
                    entry: entry, spelling: Int32(spellings.count), languages: language.bit,
                    isLanguageBound: spelling.isLanguageBound, isTraditional: spelling.isTraditional)
                spellings.append(spelling.text)
                add(use, spelling.words, language, to: \.explicit)
                guard !spelling.isExact else { continue }
                for form in spelling.inflected(in: language) { add(use, form, language, to: \.inflected) }
            }
        }
    }

    private mutating func isKnown(_ words: [FoldedWord], _ language: LabelLanguage) -> Bool {
        let numbers = intern(words, language)
        return explicit[numbers] != nil || inflected[numbers] != nil
    }

    /// Adds one row of the table of phrases.
    mutating func addPhrases(_ row: TabSeparatedTable.Row, sources: [String: String]) throws(LexiconError) {
        let name = try row.required("role")
        guard let role = PhraseRole(rawValue: name) else { throw row.error(.unknownCode, name) }
        _ = try Self.source(row, sources)
        for language in LabelLanguage.allCases {
            for phrase in try row.list(language.rawValue) where !phrase.isEmpty {
                let numbers = intern(FoldedWord.words(of: phrase), language)
                guard let first = numbers.first else { throw row.error(.emptyTerm, phrase) }
                switch role {
                case .filler, .coordinator:
                    vocabulary.mark(first, Vocabulary.grammarBit)
                    if role == .filler { fillers.insert(first) } else { coordinators.insert(first) }
                default: phrases.insert(numbers, role)
                }
            }
        }
    }

    /// Adds one row of common words, which identify the language of a text and are harmless.
    ///
    /// Words of the kind `content` name an ingredient or its processing; `grammar` words only connect others; `staple`
    /// words are content common enough for misreadings to be matched to them; `composite` words are compound foods,
    /// known only if followed by their own list. All but grammar words get plurals. A row of the kind `pair` has a word
    /// and its frequent neighbors; it makes none of them known. Words of the table `mul` belong to no single language.
    mutating func addCommonWords(_ row: TabSeparatedTable.Row, of name: String) throws(LexiconError) {
        let kind = try row.required("kind")
        if kind == "pair" { return try addPairs(row, of: LabelLanguage(rawValue: name)) }
        guard ["composite", "content", "grammar", "staple"].contains(kind) else { throw row.error(.unknownCode, kind) }
        let language = LabelLanguage(rawValue: name)
        let isContent = kind != "grammar" && (language != nil || name == Self.noOneLanguage)
        let bit = kind == "grammar" ? Vocabulary.grammarBit : isContent ? Vocabulary.standaloneBit : 0
        let languages =
            name == Self.noOneLanguage ? LabelLanguage.everyBit : language?.bit ?? LabelLanguage.uncoveredBit
        let mask = languages | bit
        for word in try row.required("words").split(separator: " ") {
            let folded = FoldedWord.words(of: String(word))
            if language == .chinese {
                commonWords.insert(folded.map { vocabulary.intern($0, mask: mask) }, true)
                continue
            }
            for part in folded {
                let forms = isContent ? language.map { PluralForms.forms(of: part, in: $0) } ?? [] : []
                for form in [part] + forms {
                    let number = vocabulary.intern(form, mask: mask)
                    if kind == "staple" { staples.insert(number) }
                    if kind == "composite" { composites.insert(number) }
                }
            }
        }
    }

    /// The words of a row, each with its plurals, as companions of the first one.
    private mutating func addPairs(_ row: TabSeparatedTable.Row, of language: LabelLanguage?) throws(LexiconError) {
        guard let language, language != .chinese else { throw row.error(.unknownCode, "pair") }
        pairs.append(
            try row.required("words").split(separator: " ").map { word in
                FoldedWord.words(of: String(word)).first.map { [$0] + PluralForms.forms(of: $0, in: language) } ?? []
            })
    }

    /// Resolves the words of all pair rows, after all words are known; skips words that no other table has.
    private mutating func finishPairs() {
        for pair in pairs {
            let words = pair.map { forms in
                forms.map { form in
                    guard case .letters(let letters) = form else { return Token.unknown }
                    return vocabulary.number(word: letters, extra: nil)
                }.filter { $0 != Token.unknown }
            }
            let partners = Set(words.dropFirst().joined())
            for head in words.first ?? [] { companions[head, default: []].formUnion(partners) }
            for partner in partners { companions[partner, default: []].formUnion(words.first ?? []) }
        }
    }

    /// The table of words that are the same in every language, by the ISO 639-2 code for several languages.
    private static let noOneLanguage = "mul"

    /// Inserts all spellings into the trie and resolves pairs; a spelling listed in a row takes precedence over a
    /// derived grammatical form.
    mutating func finish() {
        finishPairs()
        for (words, uses) in explicit {
            for use in uses { terms.insert(words, use) }
        }
        for (words, uses) in inflected where explicit[words] == nil {
            for use in uses { terms.insert(words, use) }
        }
    }

    private mutating func add(
        _ use: Lexicon.Use, _ words: [FoldedWord], _ language: LabelLanguage,
        to table: WritableKeyPath<Self, [[Int32]: [Lexicon.Use]]>
    ) {
        let numbers = intern(words, language)
        if let word = numbers.first, numbers.count == 1 {
            let meant = entries[Int(use.entry)]
            let names = meant.meaning != .none && !meant.allergens.isEmpty
            vocabulary.mark(
                word, language.bit | Vocabulary.standaloneBit | (names ? Vocabulary.allergenBit : 0))
        }
        var uses = self[keyPath: table][numbers] ?? []
        let same = uses.firstIndex { $0.entry == use.entry && $0.isLanguageBound == use.isLanguageBound }
        if let same {
            uses[same].languages |= use.languages
        } else {
            uses.append(use)
        }
        self[keyPath: table][numbers] = uses
    }

    private mutating func intern(_ words: [FoldedWord], _ language: LabelLanguage) -> [Int32] {
        words.map { vocabulary.intern($0, mask: language.bit) }
    }

    private static func entry(
        _ row: TabSeparatedTable.Row, sources: [String: String]
    ) throws(LexiconError) -> LexiconEntry {
        let name = try row.required("meaning")
        guard let meaning = LexiconEntry.Meaning(rawValue: name) else { throw row.error(.unknownCode, name) }
        return LexiconEntry(
            concept: try row.required("concept"), meaning: meaning, allergens: try codes(row, "allergens"),
            species: try species(row), cancels: try codes(row, "cancels"), diets: try diets(row),
            source: try source(row, sources), note: try row.field("note"))
    }

    private static func species(_ row: TabSeparatedTable.Row) throws(LexiconError) -> SpeciesSet {
        var set = SpeciesSet()
        for name in try row.list("species") where !name.isEmpty {
            guard let species = AllergenSpecies(rawValue: name) else { throw row.error(.unknownCode, name) }
            set.formUnion(SpeciesSet(species))
        }
        return set
    }

    private static func diets(_ row: TabSeparatedTable.Row) throws(LexiconError) -> DietEffects {
        let cells = try row.list("diets")
        guard let effects = DietEffects(cells: cells) else {
            throw row.error(.unknownCode, cells.joined(separator: "|"))
        }
        return effects
    }

    private static func source(_ row: TabSeparatedTable.Row, _ titles: [String: String]) throws(LexiconError) -> String
    {
        let name = try row.required("source")
        guard let title = titles[name] else { throw row.error(.unknownSource, name) }
        return title
    }

    private static func codes(_ row: TabSeparatedTable.Row, _ column: String) throws(LexiconError) -> AllergenSet {
        var set = AllergenSet()
        for name in try row.list(column) where !name.isEmpty {
            guard let code = AllergenCode(rawValue: name) else { throw row.error(.unknownCode, name) }
            set.formUnion(AllergenSet(code))
        }
        return set
    }
}
