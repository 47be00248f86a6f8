import Foundation
import Logging
import Postgres
import TestSupport
import Testing

/// Statements on the pool.
@Suite struct QueryTests {
    @Test func readsRowsByPositionAndName() async throws {
        try await withPool { pool in
            let name = "Zoë"
            let rows = try await pool.query("SELECT \(name) AS name, \(42) AS number, \(nil as Int?) AS nothing")
            let (text, number, nothing) = try #require(rows.first).decode(String.self, Int.self, Int?.self)
            #expect(text == name)
            #expect(number == 42)
            #expect(nothing == nil)
            #expect(try rows[0].decode("number", as: Int.self) == 42)
            #expect(rows[0].columns == ["name", "number", "nothing"])
        }
    }
}
