import Foundation
import Testing

@testable import Postgres

@Suite("The thread of a connection")
struct ConnectionThreadTests {
    /// The kernel's name of the current thread.
    private static func thread() throws -> String {
        try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    @Test("transaction: runs on its connection's thread and leaves it at the end")
    func transaction() async throws {
        try await withPool { pool in
            let inside = try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT 1")
                return try Self.thread()
            }
            #expect(inside == "postgres")
            let after = try Self.thread()
            #expect(after != "postgres")
        }
    }

    @Test("transaction: a failed one leaves its connection's thread too")
    func failure() async throws {
        struct Refused: Error {}
        try await withPool { pool in
            await #expect(throws: Refused.self) {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("SELECT 1")
                    throw Refused()
                }
            }
            let after = try Self.thread()
            #expect(after != "postgres")
        }
    }

    @Test("transactions: waiting for another connection blocks no other thread")
    func twoConnections() async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE counters (n int)")
            try await pool.execute("INSERT INTO counters VALUES (0)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await pool.withTransaction { transaction in
                            _ = try await transaction.query("SELECT n FROM counters FOR UPDATE")
                            try await transaction.execute("UPDATE counters SET n = n + 1")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await pool.query("SELECT n FROM counters")
            let count = try rows.first?.decode(Int32.self)
            #expect(count == 20)
        }
    }
}
