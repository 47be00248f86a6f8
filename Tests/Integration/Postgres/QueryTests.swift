import Foundation
import TestPeers
import TestSupport
import Testing

@testable import Postgres

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

    @Test func countsTheRowsItTouched() async throws {
        try await withPool { pool in
            let statements: [(SQL, Int)] = [
                ("CREATE TABLE t (n int)", 0), ("INSERT INTO t SELECT generate_series(1, \(7))", 7),
                ("UPDATE t SET n = n WHERE n > \(4)", 3), ("DELETE FROM t", 7), ("SELECT n FROM t", 0),
            ]
            for (statement, expected) in statements {
                let count = try await pool.execute(statement)
                #expect(count == expected, "\(statement.text)")
            }
        }
    }

    @Test func readsManyRowsWithNullsInPlace() async throws {
        try await withPool { pool in
            let rows = try await pool.query(
                """
                SELECT CASE WHEN n % 3 <> 0 THEN n END, CASE WHEN n % 2 <> 0 THEN repeat('x', n % 50) END
                FROM generate_series(0, 20000) AS n
                """)
            #expect(rows.count == 20_001)
            for (index, row) in rows.enumerated() {
                let (number, text) = try row.decode(Int?.self, String?.self)
                #expect(number == (index % 3 == 0 ? nil : index))
                #expect(text?.count == (index % 2 == 0 ? nil : index % 50))
            }
        }
    }

    @Test func reportsTheConstraintAndNoValues() async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE people (mail text CONSTRAINT people_mail_key UNIQUE)")
            let mail = "zoe@example.com"
            try await pool.execute("INSERT INTO people (mail) VALUES (\(mail))")
            let failure = await postgresError {
                try await pool.execute("INSERT INTO people (mail) VALUES (\(mail))")
            }
            let error = try #require(failure)
            #expect(error.code == .server)
            #expect(error.sqlState == "23505")
            #expect(error.constraint == "people_mail_key")
            #expect(!error.isRetryable)
            #expect(error.privateDetails?.contains(mail) == true)
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
                #expect(!text.contains(mail))
            }
        }
    }

    @Test(
        "GW-33: a bound value is never executed as SQL",
        arguments: [
            "'; DROP TABLE notes; --", "' OR '1'='1", "$1", "\\'; DELETE FROM notes; --", "\"; SELECT pg_sleep(9)",
            "1); DROP TABLE notes; --", "%' UNION SELECT usename FROM pg_user --", "/* */ ; COMMIT; DROP TABLE notes;",
        ])
    func treatsInjectionAsText(attack: String) async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE notes (body text)")
            try await pool.execute("INSERT INTO notes (body) VALUES ('other'), (\(attack))")
            let rows = try await pool.query("SELECT body FROM notes WHERE body = \(attack)")
            let found = try rows.map { try $0.decode(String.self) }
            #expect(found == [attack])
            let quoted = try await pool.query("SELECT 1 AS \(identifier: attack)")
            #expect(quoted[0].columns == [String(decoding: attack.utf8.prefix(63), as: UTF8.self)])
            #expect(try await pool.query("SELECT body FROM notes").count == 2)
        }
    }

    @Test("nested statement: parameters are bound in any order and number")
    func splicedStatements() async throws {
        try await withPool { pool in
            let word: SQL = "SELECT \("né $1")::text AS word, \(Int64?.none)::bigint AS none"
            let numbers: SQL = """
                SELECT number FROM unnest(\([Int64(7), 8, 9])) AS given (number) WHERE number > \(Int64(7))
                """
            let rows = try await pool.query(
                """
                WITH word AS (\(part: word)), numbers AS (\(part: numbers)), again AS (\(part: word))
                SELECT \("first")::text, word.word || again.word, word.none, (SELECT sum(number)::bigint FROM numbers),
                    \(Int64(1))::bigint
                FROM word, again
                """)
            let row = try #require(rows.first)
            let (first, words, none, sum, last) = try row.decode(
                String.self, String.self, Int64?.self, Int64.self, Int64.self)
            #expect(first == "first" && words == "né $1né $1" && none == nil && sum == 17 && last == 1)
        }
    }

    @Test("GW-33: SQL: one call runs one statement")
    func refusesSeveralStatementsInOne() async throws {
        try await withPool { pool in
            let error = await postgresError { _ = try await pool.query("SELECT 1; SELECT 2") }
            #expect(error?.sqlState == "42601")
        }
    }

    @Test func refusesTextThatHoldsAZeroCharacter() async throws {
        try await withPool { pool in
            let error = await postgresError { _ = try await pool.query("SELECT \("a\0b")") }
            #expect(error?.sqlState == "22021")
            #expect(error?.isRetryable == false)
        }
    }

    @Test func refusesMoreValuesThanTheProtocolCarries() async throws {
        try await withPool { pool in
            var sql: SQL.StringInterpolation = .init(literalCapacity: 0, interpolationCount: 0)
            for number in 0...65_535 { sql.appendInterpolation(number) }
            let tooMany = SQL(stringInterpolation: sql)
            let error = await postgresError { _ = try await pool.query(tooMany) }
            #expect(error?.code == .protocolViolation)
            #expect(error?.isRetryable == false)
        }
    }

    @Test func refusesCopyAndHeals() async throws {
        try await withPool(size: 1) { pool in
            let error = await postgresError { _ = try await pool.query("COPY pg_type TO STDOUT") }
            #expect(error?.code == .protocolViolation)
            let rows = try await pool.query("SELECT 1")
            #expect(rows.count == 1)
        }
    }
}
