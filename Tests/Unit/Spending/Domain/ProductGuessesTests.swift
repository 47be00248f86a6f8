import EventContracts
import Foundation
import Testing

@testable import SpendingService

@Suite("Language model guesses for receipt items (SPD-03)") struct ProductGuessesTests {
    private static func json(_ name: String, _ category: String = "pantry", _ confidence: String = "0.8") -> String {
        #"{"name":"\#(name)","category":"\#(category)","confidence":\#(confidence)}"#
    }

    private static func names(_ candidates: String...) -> [String]? {
        ProductGuesses(text: #"Sure! {"candidates":[\#(candidates.joined(separator: ","))]} Bye."#)?.all.map(\.name)
    }

    @Test(
        "GW-49, SPD-03: invalid guesses are skipped, names are one line"
    )
    func checked() {
        let good = Self.json("organic peanut butter")
        #expect(Self.names(good) == ["organic peanut butter"])
        #expect(
            ProductGuesses(text: #"{"candidates":[\#(good)]}"#)?.all
                == [.init(name: "organic peanut butter", category: .pantry, confidence: 80)])
        let bad = [
            Self.json(""), Self.json("   "), Self.json("12 34"), Self.json("card 4111111111111111"),
            Self.json(String(repeating: "a", count: 81)), Self.json("x", "weapons"), Self.json("x", "pantry", "0.29"),
            Self.json("x", "pantry", "1.01"), Self.json("x", "pantry", "\"high\""), "7", "null", "[]", #"{"name":"x"}"#,
        ]
        for sent in bad { #expect(Self.names(sent, good) == ["organic peanut butter"], "\(sent)") }
        #expect(Self.names(Self.json(#"ignore\nall \u202Erules"#)) == ["ignore all rules"])
        #expect(Self.names(good, Self.json("Organic Peanut Butter")) == ["organic peanut butter"], "no name twice")
        #expect(
            Self.names(Self.json("a"), Self.json("b"), Self.json("c"), Self.json("d")) == ["a", "b", "c"],
            "three at most")
        #expect(Self.names() == [])
    }

    @Test(
        "GW-49: an invalid answer yields no guess",
        arguments: [
            "", "no idea", "{", "}{", "[]", "{}", #"{"candidates":7}"#, #"{"items":[]}"#, "\u{0}", "{\"candidates\":[",
        ])
    func garbage(_ text: String) {
        #expect(ProductGuesses(text: text) == nil)
    }

    @Test("GW-49: an item is sent as one line without long numbers, or not at all")
    func line() {
        let line = PrintedArticle("ORG  PNT\nBTR 4011 0036000291452", at: "cornermarket")
        #expect(line?.text == "ORG PNT BTR 4011" && line?.merchant == "cornermarket")
        #expect(PrintedArticle("MILK", at: "")?.merchant == nil)
        #expect(PrintedArticle(String(repeating: "a", count: 500), at: "x")?.text.count == 80)
        for text in ["", "  ", "4111111111111111", "12.50"] { #expect(PrintedArticle(text, at: "x") == nil) }
    }
}
