import EventContracts
import TestPeers
import Testing
import UnitSupport

@testable import AllergenService

// One at a time: each keeps a thread of the cooperative pool busy for seconds, and services have to stop in time.
@Suite("Hostile text", .slow, .serialized, .timeLimit(.minutes(10)))
struct HostileTextTests {
    @Test(
        "hostile text: a megabyte of any text is read in bounded time",
        arguments: [
            "(", ")", "a,", "milk,", "(milk", "sans ", "sans lait et ", "ni lait ", "lait ni ",
            "does not contain milk, ", "40% ", "\n", "\r\n",
            "may contain ",
            "奶", "无奶", "e\u{301}\u{301}\u{301}", "coconut milk ", "Ingredients: ", "的", "de ", "• ", "\u{FFFD}",
        ])
    func repeated(unit: String) throws {
        let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
        let assessment = try LexiconFixture.assess(text)
        check(assessment, text)
        #expect(assessment.verdict != .notDetected)
    }

    @Test("hostile text: ten thousand nested brackets keep their content")
    func deepNesting() throws {
        let text = String(repeating: "(", count: 10_000) + "milk" + String(repeating: ")", count: 10_000) + ", egg"
        let assessment = try LexiconFixture.assess(text)
        #expect(assessment.allContained.codes == [.eggs, .milk])
        check(assessment, text)
    }

    @Test("hostile text: random bytes cause no crash and yield valid spans", arguments: 0..<8)
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let pieces = [
            "milk", "lait", "leche", "奶", "coconut", " ", ",", "(", ")", "\n", ". ", "may contain ", "sans ", "不含", ":",
            "%",
            "12", "-", "free", "Ingredients:", "ß", "é", "🥛", "和", "contains ", "dont ", "\u{0}", "ǅ", "İ", "ﬃ",
        ]
        for _ in 0..<60 {
            let bytes = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let noise = String(decoding: bytes, as: UTF8.self)
            check(try LexiconFixture.assess(noise), noise)
            let mixture = (0..<80).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let profile = AssessmentProfile(otherIngredients: ["kiwi", OtherIngredient(mixture)])
            check(try LexiconFixture.assess(mixture, profile: profile), mixture)
        }
    }

    @Test("ALG-07: text before or after a list never hides its content", arguments: 0..<4)
    func surroundings(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 77)
        let words = [
            "sugar", "sel", "azúcar", "salt", "水", "vanilla", "cocoa mass", "(corn starch)", "12 %", "e330", "onion",
        ]
        for _ in 0..<40 {
            let before = (0..<6).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: ", ")
            let after = (0..<6).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: ", ")
            let assessment = try LexiconFixture.assess("\(before), skimmed milk powder, \(after)")
            #expect(assessment.allContained.contains(AllergenSet(.milk)))
        }
    }

    private func check(_ assessment: Assessment, _ text: String) {
        let count = text.unicodeScalars.count
        let spans =
            assessment.ingredients.map { ($0.ingredient.start, $0.ingredient.length) }
            + (assessment.contains + assessment.mayContain).flatMap { $0.evidence.map { ($0.start, $0.length) } }
            + assessment.vagueTerms.map { ($0.start, $0.length) }
        let valid = spans.allSatisfy { $0.0 >= 0 && $0.1 > 0 && $0.0 + $0.1 <= count }
        #expect(valid)
    }
}
