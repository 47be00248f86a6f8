@testable import AllergenService

/// The built-in lexicon, built once for all tests.
enum LexiconFixture {
    static let lexicon: Result<Lexicon, LexiconError> = Result { () throws(LexiconError) in try Lexicon.builtIn() }

    static func assess(
        _ text: String, language: LabelLanguage? = nil, profile: AssessmentProfile = AssessmentProfile()
    ) throws -> Assessment {
        AssessLabel(lexicon: try lexicon.get()).decide(text, language: language, profile: profile)
    }

    static func read(_ text: String) throws -> LabelReading {
        IngredientListReader(lexicon: try lexicon.get()).read(text)
    }
}
