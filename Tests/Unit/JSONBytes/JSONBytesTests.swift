import Foundation
import JSONBytes
import Testing

@Suite("JSON as bytes")
struct JSONBytesTests {
    /// What Foundation writes.
    private func expected(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func written(_ value: some Encodable) throws -> String {
        String(decoding: try JSONBytes.encode(value), as: UTF8.self)
    }

    private struct Everything: Encodable {
        var zebra = "z", apple: String? = "a/b", missing: String?
        var numbers: [Int64] = [.min, -1, 0, .max], small: [UInt8] = [0, 255], large = UInt64.max
        var halves = [0, -0.0, 3, 0.1, -2.5, 1e21, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789.25]
        var float: Float = 0.1, flags = [true, false], date = Date(timeIntervalSinceReferenceDate: 12.25)
        var data = Data([1, 2, 255]), link = URL(string: "https://example.org/a?b=c/d")
        var decimal = Decimal(string: "12.340"), id = UUID(), optional: [Int?] = [1, nil, 3]
        var named = ["b": 1, "a": 2, "ä": 3, "aa": 4, "e\u{301}": 5, "ez": 6]
        var nested: [[String: [Everything.Part]]] = [["k": [Part(), Part()]], [:]], byID = [UUID(): 1]
        var empty: [String] = [], kind = Kind.second, choice = Choice.pair(1, "x"), set: Set<Int> = [7]
        enum Kind: String, Encodable { case first, second }
        enum Choice: Encodable { case pair(Int, String) }
        struct Part: Encodable { var b = 1, a: String? = "é" }
    }

    @Test("JSON: every kind of value is written as Foundation writes it")
    func everything() throws {
        let value = Everything()
        #expect(try written(value) == expected(value))
        for value in ["", "a"] { #expect(try written(value) == expected(value)) }
        #expect(try written([1, 2]) == expected([1, 2]))
        #expect(try written(7) == "7")
        #expect(try written(Int?.none) == expected(Int?.none))
    }

    @Test("JSON: every character is written as Foundation writes it")
    func characters() throws {
        let scalars = (0...0x2ff).compactMap(Unicode.Scalar.init) + "\u{2028}\u{fffd}🥜\u{10ffff}".unicodeScalars
        let text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
        #expect(try written(text) == expected(text))
        #expect(try written([text: text]) == expected([text: text]))
        for scalar in scalars { #expect(try written(String(scalar)) == expected(String(scalar)), "\(scalar.value)") }
    }

    @Test("JSON: numbers that JSON does not have are refused", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) {
        #expect(throws: EncodingError.self) { try JSONBytes.encode(["a": [number]]) }
        #expect(throws: EncodingError.self) { try JSONBytes.encode(Float(number)) }
        #expect(throws: EncodingError.self) { try JSONBytes.encode(Decimal.nan) }
    }

    @Test("JSON: dates are written as the caller wants")
    func dates() throws {
        let bytes = try JSONBytes.encode([Date?.some(.distantPast), nil], dates: .text { _ in "a \"date\"" })
        #expect(String(decoding: bytes, as: UTF8.self) == #"["a \"date\"",null]"#)
    }

    /// Adds members to those of another value, and writes parts in containers that it keeps open.
    private struct Unusual: Encodable {
        enum Key: String, CodingKey { case b, c, a, list, part, b2 }

        func encode(to encoder: any Encoder) throws {
            try ["m": 1].encode(to: encoder)
            var members = encoder.container(keyedBy: Key.self)
            var part = members.nestedContainer(keyedBy: Key.self, forKey: .part)
            var list = members.nestedUnkeyedContainer(forKey: .list)
            try members.encode("last", forKey: .a)
            try part.encode(2, forKey: .c)
            var inner = list.nestedContainer(keyedBy: Key.self)
            try list.encode("after")
            try inner.encode(4, forKey: .b2)
            try inner.encode(3, forKey: .b)
            var numbers = list.nestedUnkeyedContainer()
            try numbers.encode(5)
            try part.encode(1, forKey: .b)
            try 6.encode(to: members.superEncoder(forKey: .b))
            try 7.encode(to: members.superEncoder())
            try 8.encode(to: list.superEncoder())
            try members.encodeNil(forKey: .c)
        }
    }

    @Test("JSON: open containers are written as Foundation writes them")
    func unusual() throws {
        #expect(try written(Unusual()) == expected(Unusual()))
        #expect(try written([Unusual(), Unusual()]) == expected([Unusual(), Unusual()]))
    }

    @Test("JSON: of two members with one name the last one stays")
    func twice() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                try ["b": 1, "a": 2].encode(to: encoder)
                try ["a": 3].encode(to: encoder)
            }
        }
        #expect(try written(Twice()) == expected(Twice()))
    }
}
