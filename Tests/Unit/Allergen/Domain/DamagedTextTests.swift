import EventContracts
import Testing

@testable import AllergenService

@Suite("Damaged and disguised text")
struct DamagedTextTests {
    private func check(_ trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test(
        "ALG-06: radicals and compatibility forms match plain characters",
        arguments: [
            Trap("花⽣、盐", [.peanuts]), Trap("⼤⾖、盐", [.soybeans]), Trap("⻩⾖、盐", [.soybeans]), Trap("小⻨粉", [.gluten]),
            Trap("⿆芽", [.gluten]), Trap("⻥露", [.fish]), Trap("⿂露", [.fish]), Trap("芝⿇", [.sesame]),
            Trap("扇⻉", [.molluscs]),
            Trap("sugar, 𝐦𝐢𝐥𝐤", [.milk]), Trap("wine vinegar (SO₂)", [.sulphites]),
        ])
    func compatible(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: look-alike letters of other scripts match Latin letters",
        arguments: [
            Trap("sugar, мilk", [.milk]), Trap("sugar, mіlk", [.milk]), Trap("sugar, MΙLK", [.milk]),
            Trap("sugar, pеanuts", [.peanuts]), Trap("sugar, реаnuts", [.peanuts]), Trap("sugar, whеat", [.gluten]),
            Trap("sugar, ѕoy", [.soybeans]), Trap("sugar, nυts", [.nuts]), Trap("MILΚ-free еggs", [.eggs]),
            Trap("sugar, ɱilk", [.milk]),
        ])
    func lookAlikes(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: invisible characters and markup do not hide a term",
        arguments: [
            Trap("sugar, mi\u{61C}lk", [.milk]), Trap("sugar, mi\u{180E}lk", [.milk]),
            Trap("sugar, mi\u{3164}lk", [.milk]),
            Trap("sugar, mi&shy;lk", [.milk]), Trap("sugar, mi&#8203;lk", [.milk]), Trap("sugar, &#109;ilk", [.milk]),
            Trap("sugar, <b>mi</b>lk", [.milk]), Trap("cr&egrave;me fra&icirc;che", [.milk]),
            Trap("sal, man&iacute;", [.peanuts]), Trap("<b>egg</b>,<br>wheat flour", [.eggs, .gluten]),
        ])
    func markup(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: letter-spaced words match; a word cut in two may match",
        arguments: [
            Trap("sugar, M I L K", [.milk]), Trap("m i l k powder", [.milk]), Trap("sugar, m.i.l.k", [.milk]),
            Trap("P E A N U T S, salt", [.peanuts]), Trap("sel, L A I T", [.milk]),
            Trap("sugar, mi lk, salt", [], may: [.milk]), Trap("sugar, so ya, salt", [], may: [.soybeans]),
            Trap("vitamins A D E, salt", []),
        ])
    func spaced(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: additive codes match with misread digits and in brackets",
        arguments: [
            Trap("apple, E22O", [.sulphites]), Trap("apple, E 22O", [.sulphites]), Trap("apple, E2Z3", [.sulphites]),
            Trap("apple, preservative (220)", [.sulphites]), Trap("apple, preservatives (202, 223)", [.sulphites]),
            Trap("水、防腐剂（220）", [.sulphites]), Trap("水、防腐劑（223）", [.sulphites]), Trap("sugar, glaze (1105)", [.eggs]),
            Trap("apple (220 g), salt (223 %), E160b", []), Trap("apple, preservatives 202 and 223", [.sulphites]),
            Trap("apple, preservatives: 202, 223", [.sulphites]), Trap("apple, preservative 202, 220 g rice", []),
            Trap("apple, emulsifiers: 471, 322", [], may: [.eggs, .soybeans]), Trap("vitamin E, 220", []),
        ])
    func codes(trap: Trap) throws { try check(trap) }

    @Test(
        "C17: lost characters or mixed scripts: no \"not detected\" verdict",
        arguments: [
            "sugar, man\u{FFFD}", "sel, c\u{FFFD}leri", "sel, cr?me", "water, sugar, salt, onion, garlic, b\u{FFFD}on",
            "sel, oufs entiers", "白砂糖、小夌粉", "sugar, mилk", "sugar, \u{202E}klim\u{202C}",
        ])
    func damaged(text: String) throws {
        let found = try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: [.group(.lupin)]))
        #expect(found.verdict == .couldNotRead)
        #expect(!found.complete)
    }

    @Test(
        "ALG-06: evidence spans refer to the original text",
        arguments: [
            ("sugar, <b>mi</b>lk, salt", "mi</b>lk"), ("sucre, cr&egrave;me", "cr&egrave;me"),
            ("salt, M I L K.", "M I L K"),
            ("apple, E22O, salt", "E22O"), ("花⽣、盐", "花⽣"),
        ])
    func spans(text: String, words: String) throws {
        let found = try LexiconFixture.assess(text)
        let evidence = try #require(found.contains.first?.evidence.first)
        #expect(evidence.text == words)
        let slice = Array(text.unicodeScalars)[evidence.start..<evidence.start + evidence.length]
        #expect(String(String.UnicodeScalarView(slice)) == words)
    }
}
