import EventContracts

/// Everything known about the words of ingredient lists, ready for look-up.
///
/// Built once at start from the reviewable tables in `Services/Allergen/Lexicon`; immutable and shared by all tasks.
package struct Lexicon: Sendable {
    /// One use of a spelling by an entry.
    struct Use: Sendable, Hashable {
        let entry: Int32
        /// Position of the spelling among the lexicon's `spellings`.
        let spelling: Int32
        /// The languages that use this spelling, as bits of `LabelLanguage`.
        var languages: UInt8
        /// Applies only when the text is in one of its languages (French "bar", a fish).
        let isLanguageBound: Bool
        /// Applies only in traditional Chinese (土豆 is a peanut in Taiwan and a potato elsewhere).
        let isTraditional: Bool
    }

    package let entries: [LexiconEntry]
    /// Changes with every change of the tables or of the rules that read them (ALG-11).
    package let version: String
    /// The terms as the tables write them.
    let spellings: [String]
    let vocabulary: Vocabulary
    let terms: TokenTrie<Use>
    let phrases: TokenTrie<PhraseRole>
    /// Chinese words that are neither terms nor phrases; their single characters have no meaning of their own.
    let commonWords: TokenTrie<Bool>
    /// Names of allergenic foods in other languages.
    let foreignNames: ForeignNames
    let fillers: Set<Int32>
    let coordinators: Set<Int32>
    /// Words so frequent in lists that a misread word is assumed to be one of them.
    let staples: Set<Int32>
    /// Foods whose content is known only if their own ingredient list follows.
    let composites: Set<Int32>
    /// Words that only connect others but may be a misread allergen name: "say" for "soy".
    let doubtful: Set<Int32>
    /// The words that lists often print beside a word, by that word.
    let companions: [Int32: Set<Int32>]
    let spellingIndex: SpellingIndex
    /// The Chinese characters that a character may be a misreading of.
    let lookAlikes: [UInt32: [UInt32]]

    /// Raised by hand whenever the same tables would be read differently.
    private static let rulesRevision = 13
    /// The row of sources.tsv with the source of names in other languages.
    private static let namesSource = "names"

    /// The lexicon that is built into the program, read once; about 150 ms.
    package static func builtIn() throws(LexiconError) -> Lexicon {
        try shared.get()
    }

    /// The built-in lexicon with an imported table of terms; the built-in tables take precedence.
    ///
    /// - Parameter imported: The table, with the columns of `terms_milk.tsv`.
    /// - Returns: The lexicon; takes about 150 ms.
    /// - Throws: `LexiconError` with the faulty line.
    package static func builtIn(importing imported: [UInt8]) throws(LexiconError) -> Lexicon {
        try Lexicon(files: LexiconFiles.builtIn.importing(imported))
    }

    private static let shared = Result { () throws(LexiconError) in try Lexicon(files: LexiconFiles.builtIn) }

    init(files: LexiconFiles) throws(LexiconError) {
        var builder = LexiconBuilder(variants: try files.characterVariants())
        let sources = try files.sources()
        for row in try files.termRows() { try builder.addTerms(row, sources: sources) }
        if files.contents[LexiconFiles.imported] != nil {
            for row in try files.rows(of: LexiconFiles.imported) {
                try builder.addTerms(row, sources: sources, yields: true)
            }
        }
        for row in try files.rows(of: "phrases.tsv") { try builder.addPhrases(row, sources: sources) }
        for (language, file) in files.wordFiles {
            for row in try files.rows(of: file) { try builder.addCommonWords(row, of: language) }
        }
        builder.finish()
        entries = builder.entries
        version = files.digest(rules: Self.rulesRevision)
        spellings = builder.spellings
        vocabulary = builder.vocabulary
        terms = builder.terms
        phrases = builder.phrases
        commonWords = builder.commonWords
        fillers = builder.fillers
        coordinators = builder.coordinators
        staples = builder.staples
        composites = builder.composites
        companions = builder.companions
        let index = SpellingIndex(builder.vocabulary.spellings)
        spellingIndex = index
        doubtful = Self.doubtful(among: builder.vocabulary, index)
        lookAlikes = try files.lookAlikes()
        foreignNames = try ForeignNames(
            tables: files.nameFiles.map { ($0.language, files.contents[$0.file] ?? []) },
            source: sources[Self.namesSource] ?? "")
    }

    /// Lengths, in letters, of words that one misread letter turns into another word.
    private static let shortWord = 3...5
    /// The distance of one look-alike letter, as in `ReadingDistance`.
    private static let oneLookAlike = 1

    /// The grammar words that one look-alike letter turns into the name of an allergen.
    private static func doubtful(among vocabulary: Vocabulary, _ index: SpellingIndex) -> Set<Int32> {
        let found = vocabulary.spellings.filter { spelling, number in
            guard shortWord.contains(spelling.count), vocabulary.isGrammar(number) else { return false }
            let names = index.candidates(for: spelling) { $0 != number && vocabulary.namesAllergen($0) }
            return names.contains { $0.cost <= oneLookAlike }
        }
        return Set(found.map(\.number))
    }
}
