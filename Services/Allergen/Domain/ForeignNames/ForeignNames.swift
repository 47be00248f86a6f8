import EventContracts

/// Names of allergenic foods in languages without list support, found anywhere in a text (ALG-07).
///
/// Built once from one table per language; immutable and shared by all tasks. A list in such a language is never
/// complete, since only these names are known of it.
package struct ForeignNames: Sendable {
    /// A name with its meaning.
    struct Name: Sendable {
        let entry: Int32
        let pattern: NamePattern
        /// Positions among `languages`, in order.
        var languages: [Int]

        /// Whether the name is not an allergen.
        func isNone(in names: ForeignNames) -> Bool { names.entries[Int(entry)].meaning == .none }
    }

    /// The lexicon entries of the names.
    let entries: [LexiconEntry]
    let names: [Name]
    /// BCP 47 codes of the languages, in the order of the tables.
    package let languages: [String]
    private let index: NameIndex

    /// - Parameters:
    ///   - tables: One table per language, by its BCP 47 code.
    ///   - source: The source of the names, as shown to people.
    /// - Throws: `LexiconError` with the faulty line.
    init(tables: [(language: String, bytes: [UInt8])], source: String) throws(LexiconError) {
        var entries: [LexiconEntry] = []
        var known: [LexiconEntry: Int32] = [:]
        var names: [Name] = []
        var places: [NameKey: Int] = [:]
        for (position, table) in tables.enumerated() {
            for row in try TabSeparatedTable(file: table.language + ".tsv", bytes: table.bytes).rows {
                let meant = try LexiconEntry(named: row, source: source)
                let entry = known[meant] ?? Int32(entries.count)
                if known.updateValue(entry, forKey: meant) == nil { entries.append(meant) }
                for cell in try row.list("terms") {
                    guard let pattern = NamePattern(cell) else { throw row.error(.emptyTerm, cell) }
                    let key = NameKey(entry: entry, words: pattern.words, isBound: pattern.isBound)
                    if let place = places[key] {
                        if names[place].languages.last != position { names[place].languages.append(position) }
                    } else {
                        places[key] = names.count
                        names.append(Name(entry: entry, pattern: pattern, languages: [position]))
                    }
                }
            }
        }
        self.entries = entries
        self.names = names
        languages = tables.map(\.language)
        index = NameIndex(names.map(\.pattern))
    }

    /// The names that may begin at a word, before further checks.
    func candidates(startingWith word: [UInt32]) -> [Int32] { index.candidates(in: word) }

    /// The names of scripts without spaces that may begin at a place of a run of letters.
    func candidates(in run: [UInt32], at start: Int) -> [Int32] { index.candidates(in: run, at: start) }

    /// Identifies equal names across languages.
    private struct NameKey: Hashable {
        let entry: Int32
        let words: [NamePattern.Word]
        let isBound: Bool
    }
}

extension LexiconEntry {
    /// Creates the entry of a row in a name table.
    fileprivate init(named row: TabSeparatedTable.Row, source: String) throws(LexiconError) {
        let name = try row.required("meaning")
        guard let meaning = Meaning(rawValue: name) else { throw row.error(.unknownCode, name) }
        var allergens = AllergenSet()
        for code in try row.list("allergens") where !code.isEmpty {
            guard let known = AllergenCode(rawValue: code) else { throw row.error(.unknownCode, code) }
            allergens.formUnion(AllergenSet(known))
        }
        var species = SpeciesSet()
        for code in try row.list("species") where !code.isEmpty {
            guard let known = AllergenSpecies(rawValue: code) else { throw row.error(.unknownCode, code) }
            species.formUnion(SpeciesSet(known))
        }
        let concept = species.members.first?.rawValue ?? allergens.codes.first?.rawValue ?? "none"
        self.init(
            concept: concept, meaning: meaning, allergens: allergens, species: species, cancels: [], diets: .none,
            source: source, note: "")
    }
}
