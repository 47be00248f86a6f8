import EventContracts
import IngestionCore
import IngestionScans
import IngestionService
import Testing

@Suite("Displayed allergens") struct AllergenCatalogTests {
    @Test("ALG-01, ALG-02: each of the 14 has a name and examples")
    func complete() {
        for language in ContentLanguage.allCases {
            let entries = AllergenCatalog.entries(in: language)
            #expect(entries.map(\.code) == AllergenCode.allCases && entries.count == 14)
            #expect(Set(entries.map(\.name)).count == 14)
            let species = entries.flatMap(\.species)
            #expect(species.map(\.code) == AllergenCode.allCases.flatMap(\.species))
            #expect(Set(species.map(\.name)).count == AllergenSpecies.allCases.count)
            #expect(entries.allSatisfy { $0.examples.count >= 3 && !$0.examples.contains("") })
        }
    }

    @Test("ALG-01: Canada's eleven priority allergens and the US nine are mapped")
    func lists() {
        let entries = AllergenCatalog.entries(in: .en)
        func all(_ list: AllergenList) -> Set<AllergenList.Entry> {
            Set(
                (entries.flatMap(\.lists) + entries.flatMap(\.species).flatMap(\.lists)).filter { $0.list == list }.map(
                    \.entry))
        }
        #expect(
            all(.canada) == [
                .peanuts, .nuts, .sesame, .milk, .eggs, .fish, .crustaceansAndMolluscs, .soybeans, .wheatAndTriticale,
                .mustard, .sulphites, .glutenSources,
            ])
        #expect(
            all(.unitedStates) == [
                .milk, .eggs, .fish, .crustaceanShellfish, .nuts, .peanuts, .wheat, .soybeans, .sesame,
            ])
        #expect(all(.europeanUnion).map(\.rawValue).sorted() == AllergenCode.allCases.map(\.rawValue).sorted())
    }

    @Test(
        "ALG-01: a species is listed on its own",
        arguments: [
            (AllergenChoice.species(.wheat), [["gluten"], ["wheatAndTriticale", "glutenSources"], ["wheat"]]),
            (.species(.oats), [["gluten"], ["glutenSources"], []]), (.species(.pineNut), [[], ["nuts"], ["nuts"]]),
            (.species(.almond), [["nuts"], ["nuts"], ["nuts"]]), (.species(.cod), [["fish"], ["fish"], ["fish"]]),
            (.species(.shrimp), [["crustaceans"], ["crustaceansAndMolluscs"], ["crustaceanShellfish"]]),
            (.species(.squid), [["molluscs"], ["crustaceansAndMolluscs"], []]),
            (.group(.celery), [["celery"], [], []]),
            (.group(.lupin), [["lupin"], [], []]), (.group(.mustard), [["mustard"], ["mustard"], []]),
            (.group(.sulphites), [["sulphites"], ["sulphites"], []]),
            (.group(.gluten), [["gluten"], ["wheatAndTriticale", "glutenSources"], ["wheat"]]),
            (.group(.nuts), [["nuts"], ["nuts"], ["nuts"]]), (.group(.sesame), [["sesame"], ["sesame"], ["sesame"]]),
        ])
    func places(choice: AllergenChoice, expected: [[String]]) {
        #expect(AllergenList.allCases.map { $0.entries(of: choice).map(\.rawValue) } == expected)
    }

    @Test("ALG-01: a partial entry is marked; each entry has a source")
    func listings() {
        for language in ContentLanguage.allCases {
            for entry in AllergenCatalog.entries(in: language) {
                for listing in entry.lists + entry.species.flatMap(\.lists) {
                    #expect(!listing.source.isEmpty && !listing.name.isEmpty && listing.name != listing.entry.rawValue)
                }
                #expect(entry.species.flatMap(\.lists).allSatisfy { $0.allKinds })
                let partly = entry.lists.filter { !$0.allKinds }.map { "\($0.list) \($0.entry)" }
                switch entry.code {
                case .gluten: #expect(partly == ["canada wheatAndTriticale", "unitedStates wheat"])
                case .nuts: #expect(partly == ["europeanUnion nuts"])
                default: #expect(partly.isEmpty)
                }
                let bounds = entry.lists.compactMap(\.thresholdMilligramsPerKilogram)
                #expect(bounds == (entry.code == .sulphites ? [10, 10] : []))
            }
        }
    }

    @Test(
        "allergen catalog: the preferred known language is used",
        arguments: [
            (["fr-CA, en;q=0.8"], [ContentLanguage.fr, .en]), (["de, es;q=0.5", "zh;q=0.9"], [.zh, .es]),
            (["en;q=0"], []), ([""], []), (["*"], []), (["EN-us;q=0.5, fr;q=0.5"], [.en, .fr]), (["fr;q=x"], [.fr]),
        ])
    func languages(accepted: [String], expected: [ContentLanguage]) {
        #expect(ContentLanguage.accepted(by: accepted) == expected)
    }
}
