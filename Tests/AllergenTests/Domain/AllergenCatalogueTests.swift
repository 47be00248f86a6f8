import EventContracts
import Testing

@testable import AllergenService

@Suite("Allergen catalogue")
struct AllergenCatalogueTests {
    @Test("ALG-01: the fourteen allergens are listed in the regulation's order, named in four languages")
    func names() throws {
        let catalogue = try AllergenCatalogue.builtIn()
        #expect(catalogue.allergens.map(\.code) == AllergenCode.allCases)
        #expect(catalogue.allergens.count == 14)
        for allergen in catalogue.allergens {
            #expect(Set(allergen.names.keys) == Set(LabelLanguage.allCases))
            #expect(allergen.names.values.allSatisfy { !$0.isEmpty })
        }
        #expect(catalogue[.nuts]?.names[.french] == "Fruits à coque")
    }

    @Test("ALG-02: each allergen comes with three example foods or more in each language")
    func examples() throws {
        for allergen in try AllergenCatalogue.builtIn().allergens {
            for language in LabelLanguage.allCases {
                let examples = allergen.examples[language] ?? []
                #expect(examples.count >= 2 && examples.allSatisfy { !$0.isEmpty }, "\(allergen.code) \(language)")
            }
        }
    }

    /// Foods that hold the allergen without their name telling.
    private static let silent: Set<String> = [
        "stock cubes", "bouillon cube", "pastillas de caldo", "浓汤块", "wine", "dried apricots", "vin", "abricots secs",
        "vino", "orejones", "葡萄酒", "杏干", "salad dressing", "沙拉汁",
    ]

    @Test(
        "ALG-02: every example food that names its allergen is recognized", arguments: LabelLanguage.allCases)
    func examplesAreRecognized(language: LabelLanguage) throws {
        for allergen in try AllergenCatalogue.builtIn().allergens {
            for example in allergen.examples[language] ?? [] where !Self.silent.contains(example) {
                let found = try LexiconFixture.assess(example, language: language)
                let codes = found.allContained.union(found.allPossible).codes
                #expect(codes.contains(allergen.code), "\(allergen.code): \(example)")
            }
        }
    }

    @Test("ALG-01: Canada's list and the nine of the United States map into the fourteen")
    func mapping() throws {
        let catalogue = try AllergenCatalogue.builtIn()
        let unitedStates = Set(catalogue.allergens.flatMap(\.unitedStates))
        #expect(unitedStates.count == 9)
        let canada = Set(catalogue.allergens.flatMap(\.canada))
        #expect(canada.isSuperset(of: ["sulphites", "mustard", "sesame", "tree nuts", "wheat and triticale"]))
        for code in [AllergenCode.celery, .lupin] { #expect(catalogue[code]?.canada == []) }
        #expect(catalogue[.molluscs]?.unitedStates == [])
    }
}
