import EventContracts
import Testing

@testable import AllergenService

@Suite("Allergen names in other languages")
struct ForeignNameTests {
    /// Nine ingredients without an allergen, in English.
    private static let nine = "Sugar, palm oil, cocoa, salt, vanilla, rice flour, maize, water, pepper"

    @Test(
        "ALG-07: an allergen name in any language is found in a list of another",
        arguments: [
            ("jordnötter", AllergenCode.peanuts, "sv"), ("Krabbenfleisch", .crustaceans, "de"), ("avelã", .nuts, "pt"),
            ("паста", .gluten, "ru"), ("пшеница", .gluten, "ru"), ("땅콩", .peanuts, "ko"), ("حليب", .milk, "ar"),
            ("กุ้ง", .crustaceans, "th"),
            ("חלב", .milk, "he"), ("γάλα", .milk, "el"), ("えび", .crustaceans, "ja"), ("Sellerie", .celery, "de"),
            ("Vollmilchpulver", .milk, "de"), ("hasselnødder", .nuts, "da"), ("maapähkinä", .peanuts, "fi"),
            ("mogyoró", .nuts, "hu"), ("migdały", .nuts, "pl"), ("ořechy", .nuts, "cs"), ("lešniki", .nuts, "sl"),
            ("яйца", .eggs, "ru"), ("горіхи", .nuts, "uk"), ("fındık", .nuts, "tr"), ("susu", .milk, "ms"),
            ("đậu phộng", .peanuts, "vi"), ("दूध", .milk, "hi"), ("দুধ", .milk, "bn"), ("شیر خشک", .milk, "fa"),
            ("かに", .crustaceans, "ja"), ("卵", .eggs, "ja"), ("ubh", .eggs, "ga"), ("ħalib", .milk, "mt"),
            ("Urophycis", .fish, "la"), ("Panna", .milk, "it"),
        ])
    func found(name: String, allergen: AllergenCode, language: String) throws {
        let answer = try LexiconFixture.assess("\(Self.nine), \(name)")
        let finding = (answer.contains + answer.mayContain).first { $0.allergen?.group == allergen }
        #expect(finding != nil)
        #expect(finding?.evidence.contains { $0.languages.contains(language) } == true)
    }

    @Test(
        "ALG-07: a text of one foreign allergen name is not \"not detected\"",
        arguments: ["Panna", "avelãs", "Vollmilchpulver", "땅콩", "Ser", "burro"])
    func alone(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict != .notDetected)
    }

    @Test(
        "ALG-07: a longer name overrides a shorter one inside it",
        arguments: [
            ("Kokosmilch", AllergenCode.milk), ("Milchsäure", .milk), ("Kakaobutter", .milk),
            ("Buchweizenmehl", .gluten),
            ("Muskatnuss", .nuts), ("ココナッツミルク", .milk), ("мускатный орех", .nuts), ("leite de coco", .milk),
            ("latte di cocco", .milk), ("burro di cacao", .milk),
        ])
    func falseFriends(name: String, allergen: AllergenCode) throws {
        let answer = try LexiconFixture.assess("\(Self.nine), \(name)")
        #expect(!answer.allContained.union(answer.allPossible).contains(AllergenSet(allergen)))
    }

    @Test("ALG-07: burro means butter only beside Italian words")
    func burro() throws {
        let italian = try LexiconFixture.assess("Sugar, salt, burro, uova")
        #expect(italian.allContained.union(italian.allPossible).contains(AllergenSet(.milk)))
        for text in ["\(Self.nine), burro", "Ingredientes: burro, arroz, sal"] {
            let answer = try LexiconFixture.assess(text)
            #expect(answer.allContained.codes.isEmpty && answer.allPossible.codes.isEmpty, "\(text)")
            #expect(answer.verdict == .couldNotRead, "\(text)")
        }
    }

    @Test(
        "ALG-07: a word harmless in one language is checked in the others",
        arguments: [
            ("grano", AllergenCode.gluten), ("Brotes", .gluten), ("jord-\nnötter", .peanuts), ("griș", .gluten),
        ])
    func harmlessElsewhere(name: String, allergen: AllergenCode) throws {
        let answer = try LexiconFixture.assess("\(Self.nine), \(name)")
        #expect(answer.allContained.union(answer.allPossible).contains(AllergenSet(allergen)))
    }

    @Test("ALG-07: ordinary words of the list's language are not allergens")
    func ordinaryWords() throws {
        let answer = try LexiconFixture.assess(Self.nine + ", sal, sale, room temperature water, glass noodles of rice")
        #expect(answer.contains.isEmpty && answer.mayContain.isEmpty)
    }

    @Test("ALG-07: a list in an unsupported language yields possible matches only")
    func foreignList() throws {
        let answer = try LexiconFixture.assess("Zutaten: Zucker, Salz, Wasser. Kann Spuren von Haselnüssen enthalten.")
        #expect(answer.verdict == .couldNotRead)
        #expect(answer.contains.isEmpty)
        #expect(answer.mayContain.contains { $0.allergen?.group == .nuts })
    }

    @Test("ALG-06: every name table covers all 14 allergens")
    func tables() throws {
        let files = LexiconFiles.builtIn
        let required = Set(
            """
            bg cs da de el et fi ga hr hu it lt lv mt nl pl pt ro sk sl sv no is tr ru uk sr ar he fa hi bn th vi ms \
            ja ko zh-Hant
            """
            .split(separator: " ").map(String.init))
        #expect(required.isSubset(of: files.nameFiles.map(\.language)))
        for (language, file) in files.nameFiles where language != "la" {
            let codes = try files.rows(of: file).reduce(into: Set<String>()) { codes, row in
                codes.formUnion(try row.list("allergens"))
            }
            #expect(codes.isSuperset(of: AllergenCode.allCases.map(\.rawValue)), "\(language)")
        }
    }
}
