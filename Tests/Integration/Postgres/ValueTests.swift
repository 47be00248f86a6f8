import Foundation
import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Values are sent to the server and read back unchanged; random ones differ in each run.
@Suite struct ValueTests {
    private enum Colour: String, PostgresEncodable, PostgresDecodable, PostgresArrayElement {
        case red
        case green
    }

    private static let rounds = 200

    /// Sends each value alone and all of them as optional columns of one row set, and compares the results.
    private func expectRoundTrip<Value: PostgresEncodable & PostgresDecodable & Equatable>(
        _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withPool { pool in
            let answers = try await pool.pipeline(
                values.map { value -> SQL in "SELECT \(value), \(Value?.some(value)), \(Value?.none)" })
            for (value, rows) in zip(values, answers) {
                let (plain, some, none) = try rows[0].decode(Value.self, Value?.self, Value?.self)
                #expect(plain == value, sourceLocation: sourceLocation)
                #expect(some == value, sourceLocation: sourceLocation)
                #expect(none == nil, sourceLocation: sourceLocation)
            }
        }
    }

    /// Arrays from empty to a few elements, with and without NULLs.
    private func expectArrayRoundTrip<Value>(_ values: [Value]) async throws
    where Value: PostgresArrayElement & PostgresEncodable & PostgresDecodable & Equatable {
        let arrays = (0..<20).map { count in (0..<count).compactMap { _ in values.randomElement() } }
        try await expectRoundTrip(arrays)
        try await expectRoundTrip(arrays.map { $0.map { Bool.random() ? $0 : nil } })
    }

    private func some<Value>(_ fixed: [Value], _ make: () -> Value) -> [Value] {
        fixed + (0..<Self.rounds).map { _ in make() }
    }

    private func randomText() -> String {
        let alphabets = [
            "abc XYZ 019", "äöüßñçéÅ", "日本語繁體字한국어", "🍎🥜👩‍👩‍👧‍👦🇨🇭", "'\";\\--$1%_\n\r\t\u{1}\u{7f}\u{200b}\u{feff}",
        ]
        return String((0..<Int.random(in: 0...40)).compactMap { _ in alphabets.randomElement()?.randomElement() })
    }

    @Test func booleans() async throws {
        try await expectRoundTrip([true, false])
        try await expectArrayRoundTrip([true, false])
    }

    @Test func integers() async throws {
        try await expectRoundTrip(some([.min, -1, 0, 1, .max]) { Int16.random(in: .min ... .max) })
        try await expectRoundTrip(some([.min, -1, 0, 1, .max]) { Int32.random(in: .min ... .max) })
        try await expectRoundTrip(some([.min, -1, 0, 1, .max]) { Int64.random(in: .min ... .max) })
        try await expectRoundTrip(some([.min, -1, 0, 1, .max]) { Int.random(in: .min ... .max) })
        try await expectArrayRoundTrip([Int16.min, 0, .max])
        try await expectArrayRoundTrip([Int32.min, -1, 0, 1, .max])
        try await expectArrayRoundTrip([Int64.min, -1, 0, 1, .max])
        try await expectArrayRoundTrip([Int.min, -1, 0, 1, .max])
    }

    @Test func floatingPointNumbers() async throws {
        let fixed: [Double] = [0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi]
        let random = { Double(bitPattern: UInt64.random(in: .min ... .max)) }
        try await expectRoundTrip(some(fixed, random).filter { !$0.isNaN })
        try await expectArrayRoundTrip(fixed)
        try await withPool { pool in
            let rows = try await pool.query("SELECT \(Double.nan), 0.5::float4")
            let (notANumber, single) = try rows[0].decode(Double.self, Double.self)
            #expect(notANumber.isNaN)
            #expect(single == 0.5)
        }
    }

    @Test func text() async throws {
        let long = String(repeating: "é", count: 100_000)
        try await expectRoundTrip(some(["", " ", "NULL", "'; DROP TABLE x; --", "{\"a\":1}", long], randomText))
        try await expectArrayRoundTrip(some(["", "NULL", "{}", "a,b", "\""], randomText))
    }

    @Test func identifiers() async throws {
        try await expectRoundTrip(some([UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]) { UUID() })
        try await expectArrayRoundTrip(some([]) { UUID() })
    }

    @Test func bytes() async throws {
        let random = { (0..<Int.random(in: 0...300)).map { _ in UInt8.random(in: .min ... .max) } }
        try await expectRoundTrip(some([[], [0], [0, 0, 255], [UInt8](0...255)], random))
        try await expectArrayRoundTrip(some([[], [0], [92, 120]], random))
    }

    @Test func instants() async throws {
        let random = { Date(timeIntervalSince1970: Double(Int64.random(in: -4_000_000_000...4_000_000_000))) }
        try await expectRoundTrip(some([Date(timeIntervalSince1970: 0), .distantPast, .distantFuture], random))
        try await expectArrayRoundTrip(some([], random))
        try await withPool { pool in
            let micros = Date(timeIntervalSince1970: 1_700_000_000.123456)
            let rows = try await pool.query(
                """
                SELECT \(micros), (\(micros) AT TIME ZONE 'UTC')::text, 'infinity'::timestamptz,
                    '-infinity'::timestamptz,
                       \(Date(timeIntervalSince1970: .infinity))::text, \(Date(timeIntervalSince1970: -1e15))::text
                """)
            let row = try rows[0].decode(
                Date.self, String.self, Date.self, Date.self, String.self, String.self)
            #expect(abs(row.0.timeIntervalSince(micros)) < 0.000_001)
            #expect(row.1 == "2023-11-14 22:13:20.123456")
            #expect(row.2 == .distantFuture)
            #expect(row.3 == .distantPast)
            #expect(row.4 == "infinity")
            #expect(row.5 == "-infinity")
        }
    }

    @Test func enumerationsByTheirRawValue() async throws {
        try await expectRoundTrip([Colour.red, .green])
        try await expectArrayRoundTrip([Colour.red, .green])
        try await withPool { pool in
            let rows = try await pool.query("SELECT 'blue'")
            let error = await postgresError { _ = try rows[0].decode(Colour.self) }
            #expect(error?.code == .decoding)
        }
    }

    @Test func jsonAsTextAndBytes() async throws {
        try await withPool { pool in
            let text = #"{"name": "crème"}"#
            let rows = try await pool.query(
                """
                SELECT \(PostgresJSON(utf8: Array(text.utf8))), \(text)::jsonb, \(text)::json, \(text)::jsonb ->> 'name'
                """
            )
            let (value, binary, plain, name) = try rows[0].decode(
                PostgresJSON.self, String.self, String.self, String.self)
            #expect(value.utf8 == Array(text.utf8))
            #expect(binary == text)
            #expect(plain == text)
            #expect(name == "crème")
        }
    }

    @Test func textsOfOtherTypes() async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TYPE mood AS ENUM ('calm')")
            let rows = try await pool.query("SELECT 'a'::varchar, 'b'::name, 'c'::char(2), 'calm'::mood")
            let texts = try rows[0].decode(String.self, String.self, String.self, String.self)
            #expect(texts == ("a", "b", "c ", "calm"))
        }
    }

    @Test func narrowerColumnsIntoWiderValuesOnly() async throws {
        try await withPool { pool in
            let rows = try await pool.query(
                "SELECT 7::int2 AS two, 7::int4 AS four, 7::int8 AS eight, 7::numeric AS many")
            let row = try #require(rows.first)
            #expect(try row.decode("two", as: Int.self) == 7)
            #expect(try row.decode("four", as: Int64.self) == 7)
            #expect(try row.decode("two", as: Int32.self) == 7)
            #expect(throws: PostgresError.self) { try row.decode("eight", as: Int32.self) }
            #expect(throws: PostgresError.self) { try row.decode("four", as: Int16.self) }
            #expect(throws: PostgresError.self) { try row.decode("many", as: Int.self) }
        }
    }

    @Test func refusesARowOfAnotherShape() async throws {
        try await withPool { pool in
            let rows = try await pool.query("SELECT 'secret' AS word, NULL::text AS none")
            let row = try #require(rows.first)
            for attempt: () throws -> Void in [
                { _ = try row.decode(String.self) },
                { _ = try row.decode(String.self, String.self) },
                { _ = try row.decode(UUID.self, String?.self) },
                { _ = try row.decode("missing", as: String.self) },
                { _ = try row.decode("word", as: [String].self) },
            ] {
                let error = await postgresError { try attempt() }
                #expect(error?.code == .decoding)
                #expect(error?.description.contains("secret") == false)
            }
        }
    }

    @Test func malformedArraysDoNotDecode() throws {
        var valid: [UInt8] = []
        ["a", nil, "bc"].encode(into: &valid)
        #expect(try [String?](postgres: valid[...], type: .textArray) == ["a", nil, "bc"])
        for length in 0..<valid.count {
            #expect(throws: PostgresError.self) { try [String?](postgres: valid[..<length], type: .textArray) }
        }
        for _ in 0..<2000 {
            var broken = valid
            broken[Int.random(in: 0..<broken.count)] = .random(in: .min ... .max)
            // Decoding must throw or return, never trap.
            _ = try? [String?](postgres: broken[...], type: .textArray)
        }
    }
}
