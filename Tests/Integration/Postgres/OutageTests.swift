import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import Postgres

/// A server that crashes, stays down and returns.
@Suite struct OutageTests {
    @Test func thePoolAndTheListenerHealAfterACrash() async throws {
        try await TestPostgresCluster.with { cluster in
            let pool = PostgresPool(
                configuration: cluster.admin, size: 4, acquireTimeout: .seconds(3), logger: quiet)
            let listener = PostgresListener(configuration: cluster.admin, channels: ["news"], logger: quiet)
            let running = Task { await listener.run() }
            var events = listener.events.makeAsyncIterator()
            let connected = await events.next()
            #expect(connected == .connected)
            try await pool.execute("CREATE TABLE t (n bigint)")
            let open = Task {
                try await pool.withTransaction { transaction in
                    try await transaction.execute("INSERT INTO t (n) VALUES (1)")
                    try await transaction.execute("SELECT pg_sleep(60)")
                }
            }
            try await eventually("the statement is under way") {
                let rows = try await pool.query("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%'")
                return rows.count > 1
            }

            try await cluster.stop(.immediate)
            let lost = await postgresError { try await open.value }
            #expect(lost?.code == .connection)
            #expect(lost?.isRetryable == true)
            let away = await postgresError { _ = try await pool.query("SELECT 1") }
            #expect(away?.code == .connection)
            #expect(away?.isRetryable == true)

            try await cluster.start()
            let rows = try await pool.query("SELECT count(*) FROM t")
            #expect(try rows[0].decode(Int.self) == 0)
            let again = await events.next()
            #expect(again == .connected)
            try await pool.execute("NOTIFY news, 'back'")
            let heard = await events.next()
            #expect(heard == .notification(channel: "news", payload: "back"))
            running.cancel()
            await running.value
        }
    }

    @Test func aCallerRidesOutAShortRestart() async throws {
        try await TestPostgresCluster.with { cluster in
            let pool = PostgresPool(
                configuration: cluster.admin, size: 2, acquireTimeout: .seconds(20), logger: quiet)
            _ = try await pool.query("SELECT 1")
            try await cluster.stop(.fast)
            let waiting = Task { try await pool.query("SELECT 2") }
            try await eventually("it tries again") { pool.statistics.failures > 1 }
            try await cluster.start()
            let rows = try await waiting.value
            #expect(try rows[0].decode(Int32.self) == 2)
        }
    }

    @Test func aServerThatFallsSilentIsGivenUp() async throws {
        let silent = try SilentServer()
        defer { silent.close() }
        var configuration = try PostgresConfiguration(url: "postgres://nobody@127.0.0.1:\(silent.port)/nothing")
        configuration.connectTimeout = .milliseconds(300)
        let start = ContinuousClock.now
        let error = await postgresError { _ = try await DedicatedSession.open(configuration) }
        #expect(error?.code == .connection)
        #expect(error?.isRetryable == true)
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test func aServerThatFreezesInAStatementIsGivenUp() async throws {
        try await TestPostgresCluster.with { cluster in
            let pool = PostgresPool(
                configuration: cluster.admin, size: 1, acquireTimeout: .milliseconds(500),
                statementTimeout: .milliseconds(200), logger: quiet)
            // Opening the connection may exceed the short limits.
            try await eventually("a connection is open") { (try? await pool.query("SELECT 1")) != nil }
            try await cluster.freeze()
            let start = ContinuousClock.now
            let error = await postgresError { _ = try await pool.query("SELECT 1") }
            #expect(error?.code == .timeout)
            #expect(pool.statistics.open == 0, "a connection is closed after a timeout")
            #expect(ContinuousClock.now - start < .seconds(120))
            try await cluster.thaw()
            try await eventually("the server answers") { (try? await pool.query("SELECT 1")) != nil }
        }
    }
}
