import AllergenService
import EventContracts
import IngestionCore
import IngestionScans
import IngestionService
import Testing

@Suite("Displayed allergen examples match the matcher")
struct AllergenExampleTests {
    @Test(
        "ALG-02: some examples of each allergen are recognized by name",
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

    /// "Coques" means cockles and also the shells of nuts.
    private static let ambiguous = "Coques"

    @Test(
        "ALG-01: a species is recognized by its displayed name", arguments: ContentLanguage.allCases)
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
