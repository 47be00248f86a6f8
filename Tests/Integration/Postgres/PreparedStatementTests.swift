import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Tests of the hidden prepared statements.
@Suite struct PreparedStatementTests {
    private func preparedCount(_ connection: Connection) async throws -> Int {
        let tables = try await connection.run(["SELECT count(*) FROM pg_prepared_statements"], until: nil)
        return try tables[0].rows[0].decode(Int.self)
    }

    @Test func prepareEachStatementOnce() async throws {
        try await withPool { pool in
            let connection = try await openConnection(to: pool)
            for number in 0..<20 { _ = try await connection.run(["SELECT \(number)"], until: nil) }
            #expect(try await preparedCount(connection) == 2)
            _ = try await connection.run(["SELECT \("same text, other type")"], until: nil)
            #expect(try await preparedCount(connection) == 3)
        }
    }

    @Test func dropTheLeastRecentlyUsed() async throws {
        try await withPool { pool in
            let connection = try await openConnection(to: pool)
            for number in 0..<600 { _ = try await connection.run([SQL(trusted: "SELECT \(number)")], until: nil) }
            #expect((200...260).contains(try await preparedCount(connection)))
            _ = try await connection.run((0..<600).map { SQL(trusted: "SELECT \($0)") }, until: nil)
            #expect((200...260).contains(try await preparedCount(connection)))
        }
    }

    @Test func areMadeAnewWhenTheTableChanges() async throws {
        try await withPool(size: 1) { pool in
            try await pool.execute("CREATE TABLE t (a int)")
            try await pool.execute("INSERT INTO t VALUES (1)")
            #expect(try await pool.query("SELECT * FROM t")[0].columns == ["a"])
            try await pool.execute("ALTER TABLE t ADD COLUMN b text DEFAULT 'x'")
            #expect(try await pool.query("SELECT * FROM t")[0].columns == ["a", "b"])
            try await pool.execute("ALTER TABLE t DROP COLUMN a")
            let error = await postgresError {
                try await pool.withTransaction { transaction in _ = try await transaction.query("SELECT * FROM t") }
            }
            #expect(error?.isRetryable == true)
            let columns = try await pool.withTransaction { transaction in
                try await transaction.query("SELECT * FROM t")[0].columns
            }
            #expect(columns == ["b"])
        }
    }

    @Test func areMadeAnewWhenTheServerHasForgottenThem() async throws {
        try await withPool(size: 1) { pool in
            _ = try await pool.query("SELECT \(1)")
            try await pool.execute("DEALLOCATE ALL")
            #expect(try await pool.query("SELECT \(1)").count == 1)
        }
    }

    @Test func surviveAFailedStatement() async throws {
        try await withPool(size: 1) { pool in
            for _ in 0..<3 {
                let error = await postgresError { _ = try await pool.query("SELECT nothing FROM nowhere") }
                #expect(error?.sqlState == "42P01")
                let rows = try await pool.query("SELECT \(1)")
                #expect(rows.count == 1)
            }
            #expect(pool.statistics.opened == 1)
        }
    }
}
