import EventContracts
import Testing
import UnitSupport

@testable import AllergenService

/// The rules for the lexicon's tables, checked on the shipped files.
@Suite("Lexicon tables")
struct LexiconLintTests {
    private let files = LexiconFiles.builtIn

    @Test("ALG-06: every row parses, with known codes and a known source")
    func parses() throws {
        let lexicon = try LexiconFixture.lexicon.get()
        #expect(lexicon.entries.count > 100)
        #expect(lexicon.entries.allSatisfy { !$0.source.isEmpty })
    }

    @Test("lexicon: every allergen has terms in every language")
    func coversAll() throws {
        let rows = try files.termRows()
        for code in AllergenCode.allCases {
            for language in LabelLanguage.allCases {
                let terms = try rows.filter { row in
                    try row.list("allergens").contains(code.rawValue) && !row.field(language.rawValue).isEmpty
                }
                #expect(!terms.isEmpty, "\(code) has no term in \(language)")
            }
        }
    }

    @Test("lexicon: every species has terms in rows of its own allergen")
    func coversSpecies() throws {
        var covered: [AllergenSpecies: Set<LabelLanguage>] = [:]
        for (row, entry) in zip(try files.termRows(), try LexiconFixture.lexicon.get().entries) {
            #expect(entry.species.groups.isSubset(of: entry.allergens), "\(entry.concept)")
            guard entry.meaning.isPositive else { continue }
            for species in entry.species.members {
                for language in LabelLanguage.allCases where try !row.field(language.rawValue).isEmpty {
                    covered[species, default: []].insert(language)
                }
            }
        }
        for species in AllergenSpecies.allCases {
            #expect(covered[species] == Set(LabelLanguage.allCases), "\(species)")
        }
    }

    /// The possible findings for the names under each heading of `decoys.tsv`.
    private static let decoys: [AllergenCode: [String]] = [
        .milk: [
            "coconut milk", "rice milk", "cocoa butter", "shea butter", "butternut squash", "cream of tartar",
            "lactic acid", "sodium lactate", "calcium lactate", "milk thistle", "lait de coco", "beurre de cacao",
            "beurre de karité", "acide lactique", "crème de tartre", "leche de coco", "manteca de cacao",
            "ácido láctico", "乳酸", "乳酸钙", "乳酸钠", "乳化剂", "椰奶", "可可脂",
        ],
        .nuts: [
            "nutmeg", "coconut", "water chestnut", "butternut", "tiger nut", "noix de muscade", "noix de coco",
            "noix de jambon", "nuez moscada", "肉豆蔻", "椰子",
        ],
        .gluten: [
            "buckwheat", "maltodextrin", "maltitol", "blé noir", "sarrasin", "maltodextrine", "trigo sarraceno",
            "maltodextrina", "harina de maíz", "harina de arroz", "荞麦", "麦芽糊精", "麦芽糖", "薏仁",
        ],
        .eggs: ["eggplant", "鸡蛋花"], .fish: ["fish mint", "colin-maillard", "鱼腥草"],
        .soybeans: ["土豆", "可可豆", "豌豆"],
    ]

    @Test("ALG-07: harmless look-alikes are rejected", arguments: decoys.keys)
    func decoysHold(code: AllergenCode) throws {
        for decoy in Self.decoys[code] ?? [] {
            let found = try LexiconFixture.assess(decoy)
            #expect(!found.allContained.union(found.allPossible).contains(AllergenSet(code)), "\(decoy)")
        }
    }

    @Test("lexicon: rows are sorted by concept; concepts are unique in a file")
    func sortedRows() throws {
        for file in files.termFiles {
            let concepts = try files.rows(of: file).map { row throws(LexiconError) in try row.required("concept") }
            #expect(concepts == concepts.sorted(), "\(file)")
            #expect(Set(concepts).count == concepts.count, "\(file)")
        }
    }

    @Test("lexicon: terms in a cell are sorted and distinct after folding")
    func sortedTerms() throws {
        for row in try files.termRows() {
            for language in LabelLanguage.allCases {
                let cells = try row.list(language.rawValue).filter { !$0.isEmpty }
                let bare = cells.map { $0.drop { "=@^".contains($0) }.unicodeScalars.map(\.value) }
                let isSorted = zip(bare, bare.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
                #expect(isSorted, "\(row.file):\(row.line) \(language.rawValue)")
                let folded = cells.map { TermSpelling($0).words }
                #expect(Set(folded).count == folded.count, "\(row.file):\(row.line) \(language.rawValue)")
            }
        }
    }

    @Test("lexicon: harmless words are not allergen names in other languages")
    func harmlessWords() throws {
        let lexicon = try LexiconFixture.lexicon.get()
        let english = LabelLanguage.english.bit
        for name in lexicon.foreignNames.names where !name.isNone(in: lexicon.foreignNames) {
            let pattern = name.pattern
            guard pattern.words.count == 1, pattern.isWhole, !pattern.isBound, !pattern.isExact,
                let word = ScalarFolding.word(pattern.text.unicodeScalars),
                lexicon.vocabulary.languagesStandingAlone(lexicon.vocabulary.number(word: word, extra: nil)) & english
                    != 0
            else { continue }
            let found = try LexiconFixture.assess("sugar, rice, \(String(decoding: word, as: UTF8.self)), salt")
            #expect(!found.contains.isEmpty || !found.mayContain.isEmpty, "\(pattern.text)")
        }
    }

    @Test("lexicon: pairs: words are known, and no pair forms an allergen name", .slow)
    func pairs() throws {
        let lexicon = try LexiconFixture.lexicon.get()
        func named(_ text: String) throws -> AllergenSet {
            let found = try LexiconFixture.assess("\(text), sucre, sel")
            return found.allContained.union(found.allPossible)
        }
        for (language, file) in files.wordFiles {
            for row in try files.rows(of: file) where try row.required("kind") == "pair" {
                let bit = try #require(LabelLanguage(rawValue: language)).bit
                let words = try row.required("words").split(separator: " ").map(String.init)
                for word in words {
                    let folded = try #require(ScalarFolding.word(word.unicodeScalars))
                    let number = lexicon.vocabulary.number(word: folded, extra: nil)
                    #expect(lexicon.vocabulary.languagesStandingAlone(number) & bit != 0, "\(language): \(word)")
                }
                let (head, companions) = (words[0], words.dropFirst())
                let apart = try named(words.joined(separator: ", "))
                for join in [" ", " de "] {
                    let together = [
                        companions.map { head + join + $0 }, companions.map { $0 + join + head },
                    ].map { $0.joined(separator: ", ") }
                    for text in together { #expect(try named(text).isSubset(of: apart), "\(row.file):\(row.line)") }
                }
            }
        }
    }

    /// Names of foods that contain an allergen's name in another language, with the same meaning.
    private static let trueFriends: Set<String> = [
        "bezgluténov", "bezglutēn", "butternut", "eierzwam", "fisklaus", "laktózment", "maslačc", "mlekow",
        "napraforgólecitin", "ostrigar", "rapslecitin", "repcelecitin", "senfkohl", "безлактозн",
    ]

    @Test("lexicon: harmless word prefixes hide no allergen of other languages", .slow)
    func freeNames() throws {
        let names = try LexiconFixture.lexicon.get().foreignNames
        let single = names.names.filter { $0.pattern.words.count == 1 && !$0.pattern.isUnspaced }
        let positive = single.filter { name in
            !name.isNone(in: names) && !name.pattern.isBound && !name.pattern.isExact
                && name.pattern.words[0].letters.count > 2
        }
        for friend in single where friend.isNone(in: names) && !friend.pattern.isWhole {
            guard !Self.trueFriends.contains(friend.pattern.text) else { continue }
            let letters = friend.pattern.words[0].letters
            let held = positive.filter { NamePattern.Word.holds(letters, $0.pattern.words[0].letters) }
            let own = held.filter { !Set($0.languages).isDisjoint(with: friend.languages) }
            for name in held where Set(name.languages).isDisjoint(with: friend.languages) && !name.pattern.isWhole {
                let isOwnToo = own.contains { other in
                    NamePattern.Word.holds(other.pattern.words[0].letters, name.pattern.words[0].letters)
                        || NamePattern.Word.holds(name.pattern.words[0].letters, other.pattern.words[0].letters)
                }
                #expect(isOwnToo, "\(friend.pattern.text) hides \(name.pattern.text)")
            }
        }
    }

    @Test("lexicon: rows of one spelling are consistent, not duplicated", arguments: LabelLanguage.allCases)
    func contradictions(language: LabelLanguage) throws {
        let lexicon = try LexiconFixture.lexicon.get()
        var spellings: [[FoldedWord]: [LexiconEntry]] = [:]
        for (row, entry) in zip(try files.termRows(), lexicon.entries) {
            for cell in try row.list(language.rawValue) where !cell.isEmpty {
                spellings[TermSpelling(cell).words, default: []].append(entry)
            }
        }
        for entries in spellings.values where entries.count > 1 {
            let concepts = entries.map(\.concept)
            for friend in entries where friend.meaning == .none {
                #expect(entries.allSatisfy { $0.allergens.isDisjoint(with: friend.cancels) }, "\(concepts)")
            }
            for meaning in [LexiconEntry.Meaning.certain, .possible] {
                let alike = entries.filter { $0.meaning == meaning }
                let union = alike.reduce(into: AllergenSet()) { $0.formUnion($1.allergens) }
                #expect(alike.reduce(0) { $0 + $1.allergens.codes.count } == union.codes.count, "\(concepts)")
            }
        }
    }

    /// Spellings that mean different foods in different languages: "colin" is hake, and a Spanish bread stick.
    private static let otherMeanings: Set<String> = ["colin", "colín"]

    /// The text's language decides between the uses of a spelling, so that a missing allergen would be missed.
    @Test("lexicon: a spelling has the same allergens in all its languages")
    func sameAllergens() throws {
        let meanings: Set<LexiconEntry.Meaning> = [.certain, .usual, .possible]
        var found: [[FoldedWord]: [LabelLanguage: AllergenSet]] = [:]
        for (row, entry) in zip(try files.termRows(), try LexiconFixture.lexicon.get().entries) {
            guard meanings.contains(entry.meaning) else { continue }
            for language in LabelLanguage.allCases {
                for cell in try row.list(language.rawValue) where !cell.isEmpty {
                    let spelling = TermSpelling(cell)
                    guard !Self.otherMeanings.contains(spelling.text) else { continue }
                    found[spelling.words, default: [:]][language, default: []].formUnion(entry.allergens)
                }
            }
        }
        for (words, sets) in found {
            let all = sets.values.reduce(into: AllergenSet()) { $0.formUnion($1) }
            for (language, allergens) in sets {
                #expect(allergens == all, "\(words) in \(language.rawValue)")
            }
        }
    }

    @Test("lexicon: no term exceeds the look-back of the matcher")
    func lengths() throws {
        for row in try files.termRows() {
            for language in LabelLanguage.allCases {
                for cell in try row.list(language.rawValue) {
                    #expect(TermSpelling(cell).words.count <= AllergenMatcher.maxTermWords, "\(cell)")
                }
            }
        }
    }

    @Test("lexicon: false friends and doubtful terms have their explanation")
    func meanings() throws {
        for entry in try LexiconFixture.lexicon.get().entries {
            switch entry.meaning {
            case .none: #expect(entry.allergens.isEmpty && !entry.cancels.isEmpty, "\(entry.concept)")
            case .certain, .usual: #expect(!entry.allergens.isEmpty, "\(entry.concept)")
            case .possible: #expect(!entry.allergens.isEmpty && !entry.note.isEmpty, "\(entry.concept)")
            case .vague: #expect(entry.allergens.isEmpty && !entry.note.isEmpty, "\(entry.concept)")
            case .diet: #expect(entry.allergens.isEmpty && entry.cancels.isEmpty, "\(entry.concept)")
            }
        }
    }

    @Test("lexicon: a phrase has one role per language")
    func phraseRoles() throws {
        for language in LabelLanguage.allCases {
            var roles: [[FoldedWord]: String] = [:]
            for row in try files.rows(of: "phrases.tsv") {
                let role = try row.required("role")
                guard role != "filler", role != "coordinator" else { continue }
                for phrase in try row.list(language.rawValue) where !phrase.isEmpty {
                    let earlier = roles.updateValue(role, forKey: FoldedWord.words(of: phrase))
                    #expect(earlier == nil, "\(language.rawValue): \(phrase) is \(earlier ?? "") and \(role)")
                }
            }
        }
    }

    @Test(
        "lexicon: a faulty table is rejected with file and line", .slow,
        arguments: [
            ("is\tchips\t\t", LexiconError.Code.unknownCode), ("is\tmilk\t\tnowhere", .unknownSource),
            ("was\tmilk\t\town", .unknownCode), ("is\tmilk\town", .wrongColumnCount), ("is\tmilk\t\t", .emptyField),
        ])
    func refuses(fields: String, code: LexiconError.Code) throws {
        let cells = fields.split(separator: "\t", omittingEmptySubsequences: false)
        var row = ["thing", cells[0], cells[1], "", "", "", "thing", "", "", ""]
        if cells.count == 4 { row += [cells[3], ""] }
        let table =
            "concept\tmeaning\tallergens\tspecies\tcancels\tdiets\ten\tfr\tes\tzh\tsource\tnote\n"
            + row.map(String.init).joined(separator: "\t")
        var contents = files.contents
        contents["terms_test.tsv"] = Array(table.utf8)
        let error = #expect(throws: LexiconError.self) { try Lexicon(files: LexiconFiles(contents: contents)) }
        #expect(error?.code == code)
        #expect(error?.file == "terms_test.tsv")
        #expect(error?.line == 2)
    }
}

extension NamePattern.Word {
    /// Whether the letters contain the others as a contiguous run.
    fileprivate static func holds(_ letters: [UInt32], _ others: [UInt32]) -> Bool {
        others.count <= letters.count
            && (0...letters.count - others.count).contains { letters[$0..<$0 + others.count].elementsEqual(others) }
    }
}
