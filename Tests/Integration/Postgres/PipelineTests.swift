import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Many statements in one round trip.
@Suite struct PipelineTests {
    @Test func returnsTheRowsOfEachStatementInOrder() async throws {
        try await withPool { pool in
            let answers = try await pool.pipeline((0..<500).map { "SELECT n FROM generate_series(1, \($0 % 5)) AS n" })
            #expect(answers.map(\.count) == (0..<500).map { $0 % 5 })
            #expect(try await pool.pipeline([]).isEmpty)
        }
    }

    @Test func takesEffectAsAWholeOrNotAtAll() async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE t (n bigint PRIMARY KEY)")
            let error = await postgresError {
                _ = try await pool.pipeline([1, 2, 2, 3].map { "INSERT INTO t (n) VALUES (\($0))" })
            }
            #expect(error?.constraint == "t_pkey")
            #expect(try await pool.query("SELECT n FROM t").isEmpty)
            _ = try await pool.pipeline([1, 2, 3].map { "INSERT INTO t (n) VALUES (\($0))" })
            #expect(try await pool.query("SELECT n FROM t").count == 3)
        }
    }

    @Test func abortsTheTransactionItFailsIn() async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE t (n bigint PRIMARY KEY)")
            try await pool.withTransaction { transaction in
                try await transaction.execute("INSERT INTO t (n) VALUES (1)")
                _ = await postgresError {
                    try await transaction.withSavepoint {
                        _ = try await transaction.pipeline([2, 2].map { "INSERT INTO t (n) VALUES (\($0))" })
                    }
                }
                _ = try await transaction.pipeline([3, 4].map { "INSERT INTO t (n) VALUES (\($0))" })
            }
            let rows = try await pool.query("SELECT n FROM t ORDER BY n")
            let numbers = try rows.map { try $0.decode(Int.self) }
            #expect(numbers == [1, 3, 4])
        }
    }

    @Test func carriesMoreThanTheSocketBuffersHold() async throws {
        try await withPool { pool in
            let block = [UInt8](repeating: 7, count: 1 << 20)
            let answers = try await pool.pipeline((0..<24).map { _ in "SELECT \(block)" })
            #expect(try answers.allSatisfy { try $0[0].decode([UInt8].self) == block })
        }
    }
}
