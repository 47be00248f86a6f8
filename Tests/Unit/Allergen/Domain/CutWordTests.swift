import EventContracts
import Testing

@testable import AllergenService

@Suite("Hyphenated words")
struct CutWordTests {
    @Test(
        "ALG-06: a hyphen with spaces does not change the allergen of a word",
        arguments: [
            "Sugar, salt, pea - nuts, water", "Sugar, salt, pea -nut butter, water", "Sugar, salt, pea- nuts, water",
        ])
    func peanuts(text: String) throws {
        let found = try LexiconFixture.assess(text)
        #expect(found.allContained.codes == [.peanuts])
        #expect(found.complete)
    }

    @Test("ALG-06: two halves of a word are joined if neither is a word")
    func halves() throws {
        let found = try LexiconFixture.assess("Sugar, cocoa mass, emulsifier (soya leci -thin), vanil - la")
        #expect(found.allContained.codes == [.soybeans])
        #expect(found.complete, "\(found.unknownWords)")
    }

    @Test(
        "ALG-07: joining never removes an allergen",
        arguments: [
            ("Sugar, salt, almond - milk, water", [AllergenCode.milk, .nuts]),
            ("Sugar, salt, egg - plant, water", [.eggs]),
            ("Sugar - almond - milk - salt", [.milk, .nuts]),
        ])
    func keeps(text: String, allergens: [AllergenCode]) throws {
        #expect(try LexiconFixture.assess(text).allContained.codes == allergens)
    }
}
