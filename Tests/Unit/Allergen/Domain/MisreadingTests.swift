import EventContracts
import TestPeers
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Misread words")
struct MisreadingTests {
    @Test(
        "ALG-06: a word similar to a term is possible, with the reason",
        arguments: [
            ("sugar, rnilk powder, salt", AllergenCode.milk), ("sugar, mi1k powder", .milk),
            ("sugar, rnilk, salt", .milk), ("sugar, salt, mik", .milk), ("sel, sucre, lat", .milk),
            ("water, s0ya protein, salt", .soybeans),
            ("sugar, haze1nuts (8 %)", .nuts), ("sugar, hazehuts, salt", .nuts), ("wheal flour, water, salt", .gluten),
            ("water, crearn, sugar", .milk), ("sugar, pean uts, salt", .peanuts),
            ("sugar, skimmedmilkpowder, salt", .milk),
            ("water, mustrd seeds, vinegar", .mustard), ("cocoa, almmonds, sugar", .nuts),
            ("sel, noiseltes, sucre", .nuts),
            ("eau, lalt entier, sucre", .milk), ("sucre, farine de b1é, sel", .gluten),
            ("sucre, moutarcle, sel", .mustard),
            ("sal, avellnas, azúcar", .nuts), ("agua, lechc en polvo, sal", .milk),
            ("azúcar, huevos, harima de tngo", .gluten),
            ("水、脱脂孔粉、白砂糖", .milk), ("水、牛扔粉、盐", .milk), ("白砂糖、小表粉、盐", .gluten), ("盐、大亘油、糖", .soybeans),
        ])
    func misread(text: String, code: AllergenCode) throws {
        let profile = AssessmentProfile(allergens: [.group(code)], traces: .ignore)
        let found = try LexiconFixture.assess(text, profile: profile)
        #expect(found.verdict != .notDetected)
        let evidence = found.mayContain.flatMap(\.evidence) + found.contains.flatMap(\.evidence)
        #expect(evidence.contains { $0.rule == .misreadTerm && !$0.reason.isEmpty } || !found.contains.isEmpty)
        let certain = found.contains.flatMap(\.evidence)
        #expect(!certain.contains { $0.rule == .misreadTerm })
    }

    @Test(
        "ALG-07: known words, codes and short words are not taken as misread",
        arguments: [
            "sugar, mint, salt, thyme, ginger", "sugar, E320, E330, E221a1, B12",
            "sucre, sel, mono et diglycérides, base, oignons",
            "sal, azúcar, cebollas, verdes, alto oleico", "sodium sulfate, esters, alum, hops, sage",
            "water, mango pulp, pulpo",
            "土豆、可可、水、盐、果汁", "芹菜", "芥菜、盐", "花生油、酱油", "claims, caraway", "frutas del bosque, receta",
            "Fe, Zn, Mg, K2, pH", "pasas, cerezas, boniato, potable",
        ])
    func known(text: String) throws {
        let found = try LexiconFixture.assess(text)
        #expect(!found.mayContain.flatMap(\.evidence).contains { $0.rule == .misreadTerm }, "\(found.mayContain)")
    }

    @Test("ALG-07: a misread harmless word is never a certain finding")
    func falseFriends() throws {
        let coconut = try LexiconFixture.assess("water, coc0nut milk, sugar")
        #expect(coconut.allContained.isEmpty)
        let negation = try LexiconFixture.assess("sucre, sans lalt, beurre")
        #expect(negation.allContained.codes == [.milk])
        let misreadNegation = try LexiconFixture.assess("sucre, sons lait, sel")
        #expect(misreadNegation.allContained.codes == [.milk])
    }

    @Test("ALG-06: a word split at a line end is joined")
    func hyphenation() throws {
        let found = try LexiconFixture.assess(
            "Ingredients: sugar, palm oil, hazel-\nnuts, choco-\nlate, skimmed milk pow-\nder")
        #expect(found.allContained.codes == [.milk, .nuts])
    }

    @Test(
        "ALG-06: a short word hyphenated at a line end and misread is possible",
        arguments: [
            ("Ingredients: sugar, skimmed mi-\nIk powder, salt", AllergenCode.milk),
            ("Ingrédients : sucre, la-\nlt écrémé, sel", .milk), ("Ingredients: sugar, wh-\ney powder", .milk),
        ])
    func misreadHyphenation(text: String, allergen: AllergenCode) throws {
        let found = try LexiconFixture.assess(text)
        #expect(found.allContained.codes + found.allPossible.codes == [allergen])
    }

    @Test("C17: a split word with an unknown half makes a list incomplete")
    func unreadHalves() throws {
        let found = try LexiconFixture.assess("Ingredients: sugar, skimmed mi-\nIk powder, salt")
        #expect(found.verdict == .mayContain)
        #expect(!found.complete)
    }

    @Test("ALG-06: short words on two lines without a hyphen stay separate")
    func shortWordsApart() throws {
        let found = try LexiconFixture.assess("Ingredients: sugar, skimmed mi\nIk powder, salt")
        #expect(found.allContained.codes.isEmpty && found.allPossible.codes.isEmpty)
    }

    @Test(
        "ALG-06: digits attached to a word do not hide it",
        arguments: ["milk12%, sugar", "sucre, lait5%", "5milk, salt"])
    func figures(text: String) throws {
        #expect(try LexiconFixture.assess(text).allContained.codes == [.milk])
    }

    @Test(
        "spelling: the edit distance counts changed letters",
        arguments: [
            ("rnilk", "milk", 1), ("m1lk", "milk", 1), ("mik", "milk", 1), ("ik", "mik", 2), ("millk", "milk", 1),
            ("mlik", "milk", 2),
        ])
    func distance(read: String, printed: String, expected: Int) {
        #expect(ReadingDistance.between(Array(read.utf8), Array(printed.utf8), limit: 4) == expected)
    }

    @Test("C17: a text of unknown words takes bounded time", .slow, .timeLimit(.minutes(10)))
    func bounded() throws {
        var generator = SeededGenerator(seed: 5)
        let letters = Array("abcdefghilmnoprstu")
        let words = (0..<12_000).map { _ in
            String((0..<7).map { _ in letters.randomElement(using: &generator) ?? "a" })
        }
        let found = try LexiconFixture.assess(words.joined(separator: " "))
        #expect(found.verdict != .notDetected)
    }
}
