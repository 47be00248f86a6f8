import EventContracts
import IngestionService
import Testing

@Suite("The allergens as a person picks them") struct AllergenCatalogTests {
    @Test("ALG-01, ALG-02: each of the fourteen has a name of its own and examples in every language")
    func complete() {
        for language in AllergenCatalog.Language.allCases {
            let entries = AllergenCatalog.entries(in: language)
            #expect(entries.map(\.code) == AllergenCode.allCases && entries.count == 14)
            #expect(Set(entries.map(\.name)).count == 14)
            let species = entries.flatMap(\.species)
            #expect(species.map(\.code) == AllergenCode.allCases.flatMap(\.species))
            #expect(Set(species.map(\.name)).count == AllergenSpecies.allCases.count)
            #expect(entries.allSatisfy { $0.examples.count >= 3 && !$0.examples.contains("") })
        }
    }

    @Test(
        "The most wished language comes first; unknown ones and those of weight 0 are left out",
        arguments: [
            (["fr-CA, en;q=0.8"], [AllergenCatalog.Language.fr, .en]), (["de, es;q=0.5", "zh;q=0.9"], [.zh, .es]),
            (["en;q=0"], []), ([""], []), (["*"], []), (["EN-us;q=0.5, fr;q=0.5"], [.en, .fr]), (["fr;q=x"], [.fr]),
        ])
    func languages(accepted: [String], expected: [AllergenCatalog.Language]) {
        #expect(AllergenCatalog.languages(accepted: accepted) == expected)
    }
}
