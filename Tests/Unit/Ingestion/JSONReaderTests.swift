import EventContracts
import Foundation
import IngestionCore
import IngestionService
import ServiceRuntime
import Testing
import UnitSupport

@Suite("JSON bodies") struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test("JSON: every kind of value is read")
    func readsValues() throws {
        let value = try read(#" {"a":[1,-2.5e3,true,false,null],"b":{"c":"\u00e9\ud83d\ude00\n\/"}} "#)
        #expect(value["a"] == .array([.number("1"), .number("-2.5e3"), .bool(true), .bool(false), .null]))
        #expect(value["b"]?["c"] == .string("é😀\n/"))
    }

    @Test(
        "GW-41: rejects non-strict JSON with the kind of fault",
        arguments: [
            ("", JSONReader.Malformed.Reason.endsEarly), ("{", .endsEarly), ("{\"a\":1,}", .unexpected),
            ("[1,]", .unexpected),
            ("nul", .endsEarly), ("nuxx", .unexpected), ("{'a':1}", .unexpected), ("1 2", .trailing),
            ("01", .badNumber), ("-", .badNumber),
            ("1.", .badNumber), ("1e", .badNumber), ("+1", .unexpected), (".5", .unexpected), ("1e999", .badNumber),
            ("NaN", .unexpected), ("\"\\ud800\"", .loneSurrogate), ("\"\\udc00\"", .loneSurrogate),
            ("\"\\ud800\\u0041\"", .loneSurrogate), ("\"\\u0000\"", .nulCharacter), ("\"\u{0}\"", .nulCharacter),
            ("\"\n\"", .unexpected), ("{\"a\":1,\"a\":2}", .duplicateName), ("{\"a\":1,\"\\u0061\":2}", .duplicateName),
            ("\"\\x\"", .unexpected), ("\"abc", .endsEarly), ("\u{feff}{}", .unexpected),
        ])
    func refuses(text: String, reason: JSONReader.Malformed.Reason) {
        #expect { try read(text) } throws: { ($0 as? JSONReader.Malformed)?.reason == reason }
    }

    @Test("JSON: bytes that are not UTF-8 and deep nesting are rejected")
    func refusesBytesAndDepth() {
        let bytes = Array("\"".utf8) + [0xc3, 0x28] + Array("\"".utf8)
        #expect { try JSONReader.read(bytes) } throws: { ($0 as? JSONReader.Malformed)?.reason == .notUTF8 }
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        #expect { try read(deep) } throws: { ($0 as? JSONReader.Malformed)?.reason == .tooDeep }
        let allowed = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try read(allowed) }
        let huge = String(repeating: "[", count: 200_000)
        #expect(throws: JSONReader.Malformed.self) { try read(huge) }
    }

    @Test("JSON: the canonical form is equal for equal values only")
    func canonicalForm() throws {
        #expect(try read(#"{"b": 1.0, "a": [1e2]}"#).canonicalText == read(#"{"a":[100],"b":1}"#).canonicalText)
        #expect(try read(#"{"a":"é"}"#).canonicalText == read(#"{"a":"\u00e9"}"#).canonicalText)
        #expect(try read(#"{"a":"1"}"#).canonicalText != read(#"{"a":1}"#).canonicalText)
        #expect(try read(#"["a,b"]"#).canonicalText != read(#"["a","b"]"#).canonicalText)
        let text = try read(#"{"z":"\u0009\"\\","y":[{"x":0.1}]}"#).canonicalText
        #expect(text == #"{"y":[{"x":0.1}],"z":"\u0009\"\\"}"#)
    }

    @Test("GW-41: random and mutated documents never crash the reader")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 0x5eed)
        let seed = Array(
            #"{"text":"wheat \u00e9 \ud83d\ude00","n":[1,-2.5e3,{"a":null}],"t":true,"g":"4006381333931"}"#.utf8)
        let rounds = UnitRun.rounds(20_000)
        var accepted = 0
        for _ in 0..<rounds {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.replaceSubrange(place..., with: bytes[..<place])
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let value = try? JSONReader.read(bytes) else { continue }
            accepted += 1
            let again = try JSONReader.read(Array(value.canonicalText.utf8))
            #expect(again.canonicalText == value.canonicalText)
        }
        #expect(accepted > rounds / 200)
    }

    @Test(
        "JSON: a body with another media type is recognized as such",
        arguments: [
            ("application/json", true), ("application/json; charset=utf-8", true),
            ("Application/JSON;charset=\"UTF-8\"", true),
            ("application/merge-patch+json", true), ("application/json; charset=latin1", false), ("text/plain", false),
            ("text/json", false), ("", false), ("application/x-www-form-urlencoded", false),
        ])
    func mediaTypes(text: String, isJSON: Bool) {
        #expect(JSONBody.isJSON(contentType: text) == isJSON)
        #expect(!JSONBody.isJSON(contentType: nil))
    }

    @Test("GW-04: every invalid field has a pointer")
    func fieldProblems() throws {
        let body = try read(#"{"name":3,"list":["milk",5,""],"flag":"yes"}"#)
        var fields = try BodyFields(body)
        _ = fields.text("name", length: 1...5)
        _ = fields.text("missing", length: 1...5)
        _ = fields.choices("list", of: AllergenCode.self)
        _ = fields.bool("flag")
        let problem = #expect(throws: ProblemDetails.self) { try fields.finish() }
        #expect(problem?.kind == .invalidFields)
        #expect(problem?.errors?.map(\.pointer) == ["/name", "/missing", "/list/1", "/list/2", "/flag"])
    }

    @Test("card numbers: rejected anywhere, trade item numbers have fewer digits")
    func cardNumbers() throws {
        let problem = #expect(throws: ProblemDetails.self) {
            try JSONBody.read(
                Array(#"{"a/b":[{"c":"4111 1111 1111 1111"},4111111111111111],"gtin":"4111111111111111"}"#.utf8))
        }
        #expect(problem?.kind == .cardNumberRefused)
        #expect(problem?.errors?.map(\.pointer) == ["/a~1b/0/c", "/a~1b/1", "/gtin"])
        #expect(throws: Never.self) { try JSONBody.read(Array(#"{"gtin":"04006381333931"}"#.utf8)) }
    }
}
