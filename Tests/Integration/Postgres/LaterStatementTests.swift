import TestPeers
import TestSupport
import Testing

@testable import Postgres

@Suite("Deferred statements")
struct LaterStatementTests {
    private struct Refused: Error {}

    private func withTable(_ body: (PostgresPool) async throws -> Void) async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE numbers (n bigint UNIQUE)")
            try await body(pool)
        }
    }

    private func numbers(_ database: borrowing some PostgresQuerying & ~Copyable) async throws -> [Int] {
        try await database.query("SELECT n FROM numbers ORDER BY n").map { try $0.decode(Int.self) }
    }

    private func expectNumbers(
        _ expected: [Int], in pool: PostgresPool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await numbers(pool)
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    private static func insertion(_ number: Int) -> SQL { "INSERT INTO numbers (n) VALUES (\(number))" }

    @Test("deferred statements: run in order before later ones, else with COMMIT")
    func order() async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                try transaction.executeLater(Self.insertion(1))
                try transaction.executeLater("UPDATE numbers SET n = n + 1")
                let seen = try await numbers(transaction)
                #expect(seen == [2])
                try transaction.executeLater(Self.insertion(3))
                try transaction.executeAtCommit("UPDATE numbers SET n = n * 10")
            }
            try await expectNumbers([20, 30], in: pool)
            try await pool.withTransaction { try $0.executeLater(Self.insertion(4)) }
            try await expectNumbers([4, 20, 30], in: pool)
        }
    }

    @Test("deferred statement: a failure rolls back at the next one or COMMIT")
    func failure() async throws {
        try await withTable { pool in
            let next = await postgresError {
                try await pool.withTransaction { transaction in
                    try transaction.executeLater(Self.insertion(1))
                    try transaction.executeLater(Self.insertion(1))
                    _ = try await numbers(transaction)
                }
            }
            #expect(next?.sqlState == "23505")
            let last = await postgresError {
                try await pool.withTransaction { transaction in
                    try transaction.executeLater(Self.insertion(1))
                    try transaction.executeLater(Self.insertion(1))
                }
            }
            #expect(last?.sqlState == "23505")
            try await expectNumbers([], in: pool)
            #expect(pool.statistics.opened == 1, "the connection goes on")
        }
    }

    @Test("deferred statements: a rolled-back transaction discards them")
    func rollback() async throws {
        try await withTable { pool in
            await #expect(throws: Refused.self) {
                try await pool.withTransaction { transaction in
                    try transaction.executeLater(Self.insertion(1))
                    throw Refused()
                }
            }
            try await expectNumbers([], in: pool)
        }
    }

    @Test("deferred statements: a savepoint rollback discards only its statements", arguments: [false, true])
    func savepoint(isSent: Bool) async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                try transaction.executeLater(Self.insertion(1))
                do {
                    try await transaction.withSavepoint {
                        try transaction.executeLater(Self.insertion(2))
                        if isSent {
                            let seen = try await numbers(transaction)
                            #expect(seen == [1, 2])
                        }
                        try transaction.executeLater(Self.insertion(3))
                        throw Refused()
                    }
                } catch is Refused {}
                try await transaction.withSavepoint {
                    try transaction.executeLater(Self.insertion(4))
                    if isSent {
                        let seen = try await numbers(transaction)
                        #expect(seen == [1, 4])
                    }
                }
                try transaction.executeLater(Self.insertion(5))
            }
            try await expectNumbers([1, 4, 5], in: pool)
        }
    }
}
