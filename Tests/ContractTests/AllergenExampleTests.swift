import AllergenService
import EventContracts
import IngestionCore
import IngestionScans
import IngestionService
import Testing

@Suite("What a person is shown of the allergens agrees with what the matcher finds")
struct AllergenExampleTests {
    @Test(
        "ALG-02: of each allergen's example foods some are recognized; others hold it without their name telling",
        arguments: ContentLanguage.allCases)
    func recognized(language: ContentLanguage) throws {
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        for entry in AllergenCatalog.entries(in: language) {
            let recognized = entry.examples.filter { example in
                let found = assess.decide(
                    example, language: LabelLanguage(rawValue: language.rawValue), profile: AssessmentProfile())
                return found.allContained.union(found.allPossible).contains(AllergenSet(entry.code))
            }
            #expect(!recognized.isEmpty, "\(entry.code): \(entry.examples)")
        }
    }

    /// French cockles share their name with the shells of nuts.
    private static let ambiguous = "Coques"

    @Test(
        "ALG-01: a kind is recognized by the name that it is shown with", arguments: ContentLanguage.allCases)
    func kinds(language: ContentLanguage) throws {
        let assess = AssessLabel(lexicon: try Lexicon.builtIn())
        for kind in AllergenCatalog.entries(in: language).flatMap(\.species) where kind.name != Self.ambiguous {
            let found = assess.decide(
                kind.name, language: LabelLanguage(rawValue: language.rawValue),
                profile: AssessmentProfile(allergens: [.species(kind.code)]))
            // Some names mean several kinds: "noix" is any nut.
            #expect(!found.contains.isEmpty || !found.mayContain.isEmpty, "\(kind.code): \(kind.name)")
        }
    }
}
