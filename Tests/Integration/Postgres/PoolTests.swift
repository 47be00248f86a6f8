import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import Postgres

/// The pool on a real server.
@Suite struct PoolTests {
    private let slow: SQL = "SELECT pg_sleep(150)"

    /// Occupies connections until the returned tasks are cancelled.
    private func occupy(_ count: Int, of pool: PostgresPool) async throws -> [Task<Void, any Error>] {
        let tasks = (0..<count).map { _ in Task { _ = try await pool.query(slow) } }
        try await eventually("all are busy") { pool.statistics.open == count && pool.statistics.idle == 0 }
        return tasks
    }

    @Test func makesNoMoreConnectionsThanItsSize() async throws {
        try await withPool(size: 3) { pool in
            #expect(pool.statistics.open == 0, "nothing connects before the first use")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let rows = try await pool.query("SELECT \(number)")
                        #expect(try rows[0].decode(Int.self) == number)
                    }
                }
                try await group.waitForAll()
            }
            #expect(pool.statistics.opened <= 3)
            #expect(pool.statistics.idle == pool.statistics.open)
        }
    }

    @Test func turnsAwayWhoWaitsTooLong() async throws {
        try await withPool(size: 1, acquireTimeout: .seconds(2)) { pool in
            let tasks = try await occupy(1, of: pool)
            let start = ContinuousClock.now
            let error = await postgresError { _ = try await pool.query("SELECT 1") }
            #expect(error?.code == .poolExhausted)
            #expect(error?.isRetryable == true)
            #expect((.seconds(2)...(.seconds(120))).contains(ContinuousClock.now - start))
            #expect(pool.statistics.waiting == 0)
            tasks.forEach { $0.cancel() }
        }
    }

    @Test func forgetsAWaiterThatIsCancelled() async throws {
        try await withPool(size: 1) { pool in
            let tasks = try await occupy(1, of: pool)
            let waiter = Task { try await pool.query("SELECT 1") }
            try await eventually("one waits") { pool.statistics.waiting == 1 }
            waiter.cancel()
            let error = await postgresError { _ = try await waiter.value }
            #expect(error?.code == .cancelled)
            #expect(pool.statistics.waiting == 0)
            tasks.forEach { $0.cancel() }
        }
    }

    @Test func stopsACancelledStatementOnTheServerAndKeepsTheConnection() async throws {
        try await withPool(size: 1) { pool in
            let start = ContinuousClock.now
            let task = Task { try await pool.query(slow) }
            try await eventually("it is busy") { pool.statistics.open == 1 && pool.statistics.idle == 0 }
            task.cancel()
            let error = await postgresError { _ = try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.isRetryable == false)
            let running = try await pool.query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
                """)
            #expect(try running[0].decode(Int.self) == 0)
            #expect(pool.statistics.opened == 1)
            #expect(ContinuousClock.now - start < .seconds(120))
        }
    }

    @Test func neverHitsTheNextStatementWithALateCancellation() async throws {
        try await withPool(size: 1) { pool in
            for round in 0..<60 {
                let task = Task { try await pool.query("SELECT pg_sleep(0.002)") }
                // The pause is random: the cancellation may come before, during or after the statement.
                try await Task.sleep(for: .microseconds(Int.random(in: 0...4000)))
                task.cancel()
                _ = try? await task.value
                let rows = try await pool.query("SELECT \(round)")
                #expect(try rows[0].decode(Int.self) == round)
            }
        }
    }

    @Test func endsAStatementThatPassesItsLimit() async throws {
        try await withPool(size: 1, statementTimeout: .milliseconds(200)) { pool in
            let start = ContinuousClock.now
            let error = await postgresError { _ = try await pool.query(slow) }
            #expect(error?.code == .timeout)
            #expect(error?.isRetryable == true)
            #expect(ContinuousClock.now - start < .seconds(120))
            // The client enforces the limit if the server does not.
            let own = await postgresError {
                try await pool.withSession { session in
                    try await session.execute("SET statement_timeout = 0")
                    _ = try await session.query(slow)
                }
            }
            #expect(own?.code == .timeout)
            #expect(ContinuousClock.now - start < .seconds(120))
        }
    }

    @Test func replacesConnectionsThatTheServerEnded() async throws {
        try await withPool(size: 4) { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await pool.query("SELECT pg_sleep(0.2)") } }
                try await group.waitForAll()
            }
            #expect(pool.statistics.idle == 4)
            let killer = try await openConnection(to: pool)
            _ = try await killer.run(
                [
                    """
                    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                ], until: nil)
            for number in 0..<8 {
                let rows = try await pool.query("SELECT \(number)")
                #expect(try rows[0].decode(Int.self) == number)
            }
            #expect(pool.statistics.open <= 4)
        }
    }

    @Test func reportsAConnectionThatIsEndedWhileItWorks() async throws {
        try await withPool(size: 2) { pool in
            let task = Task { try await pool.query("SELECT pg_sleep(30), 'victim'") }
            try await eventually("the chosen process is found") {
                let rows = try await pool.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND state = 'active' AND query LIKE '%''victim''%'
                      AND pid <> pg_backend_pid()
                    """)
                return !rows.isEmpty
            }
            let error = await postgresError { _ = try await task.value }
            #expect(error?.code == .connection)
            #expect(error?.sqlState == "57P01")
            #expect(error?.isRetryable == true)
        }
    }

    @Test func closesAConnectionLeftInATransaction() async throws {
        try await withPool(size: 1) { pool in
            try await pool.execute("BEGIN")
            #expect(pool.statistics.open == 0)
            let rows = try await pool.query("SELECT pg_current_xact_id_if_assigned() IS NULL")
            #expect(try rows[0].decode(Bool.self))
        }
    }

    @Test func refusesWorkOnceItIsClosed() async throws {
        try await withPool(size: 2) { pool in
            _ = try await pool.query("SELECT 1")
            let last = Task { try await pool.query("SELECT pg_sleep(0.3)") }
            try await eventually("it is busy") { pool.statistics.open == 1 && pool.statistics.idle == 0 }
            await pool.close()
            #expect(pool.statistics.open == 0)
            let rows = try await last.value
            #expect(rows.count == 1, "a running query completes")
            let error = await postgresError { _ = try await pool.query("SELECT 1") }
            #expect(error?.code == .connection)
            #expect(error?.isRetryable == false)
            await pool.close()
        }
    }

    @Test func saysAtOnceThatThePasswordIsWrongAndNothingElse() async throws {
        var configuration = try TestDatabase.environmentServer()
        configuration.user = "nobody_\(UUID().uuidString)"
        configuration.password = "hunter2"
        let pool = PostgresPool(configuration: configuration, logger: quiet)
        let error = await postgresError { _ = try await pool.query("SELECT 1") }
        #expect(error?.code == .connection)
        #expect(error?.sqlState?.hasPrefix("28") == true)
        #expect(error?.isRetryable == false)
        #expect("\(configuration) \(String(reflecting: configuration))".contains("hunter2") == false)
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }

    @Test func waitsForAServerOnlyAsLongAsItMay() async throws {
        let configuration = try PostgresConfiguration(url: "postgres://nobody@127.0.0.1:1/nothing")
        let pool = PostgresPool(configuration: configuration, acquireTimeout: .milliseconds(400), logger: quiet)
        let start = ContinuousClock.now
        let error = await postgresError { _ = try await pool.query("SELECT 1") }
        #expect(error?.code == .connection)
        #expect(error?.isRetryable == true)
        #expect(ContinuousClock.now - start < .seconds(120))
        #expect(pool.statistics.open == 0)
    }

    @Test func triesAgainUntilItIsCancelled() async throws {
        let configuration = try PostgresConfiguration(url: "postgres://nobody@127.0.0.1:1/nothing")
        let pool = PostgresPool(configuration: configuration, acquireTimeout: .seconds(60), logger: quiet)
        let task = Task { try await pool.query("SELECT 1") }
        try await eventually("it tries again") { pool.statistics.failures > 1 }
        task.cancel()
        let error = await postgresError { _ = try await task.value }
        #expect(error?.code == .cancelled)
        #expect(pool.statistics.open == 0)
    }
}
