import Foundation
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import Postgres

/// Pinned connections and their locks.
@Suite struct SessionTests {
    private struct Refused: Error {}

    private func lock(_ database: borrowing some PostgresQuerying & ~Copyable) async throws -> Bool {
        try await database.query("SELECT pg_try_advisory_lock(4711)")[0].decode(Bool.self)
    }

    @Test func stayOnOneConnection() async throws {
        try await withPool { pool in
            try await pool.withSession { session in
                let pids = try await session.pipeline(["SELECT pg_backend_pid()", "SELECT pg_backend_pid()"])
                let inside = try await session.withTransaction { transaction in
                    try await transaction.query("SELECT pg_backend_pid()")[0].decode(Int32.self)
                }
                #expect(try pids.allSatisfy { try $0[0].decode(Int32.self) == inside })
            }
        }
    }

    @Test func giveTheirLocksAndSettingsBack() async throws {
        try await withPool(size: 1) { pool in
            let other = try await openConnection(to: pool)
            try await pool.withSession { session in
                #expect(try await lock(session))
                try await session.execute("SET application_name = 'changed'")
                let taken = try await other.run(["SELECT pg_try_advisory_lock(4711)"], until: nil)
                #expect(try taken[0].rows[0].decode(Bool.self) == false)
            }
            let freed = try await other.run(["SELECT pg_try_advisory_lock(4711)"], until: nil)
            #expect(try freed[0].rows[0].decode(Bool.self))
            let rows = try await pool.query("SHOW application_name")
            #expect(try rows[0].decode(String.self) == "foodmagic")
            #expect(pool.statistics.opened == 1)
        }
    }

    @Test func areClosedWhenTheBodyThrows() async throws {
        try await withPool(size: 1) { pool in
            do {
                try await pool.withSession { session in
                    _ = try await lock(session)
                    throw Refused()
                }
                Issue.record("nothing was thrown")
            } catch {
                #expect(error is Refused)
            }
            // The server releases the lock once it has detected the closed connection.
            try await eventually("the lock is free") {
                try await pool.withSession { session in try await lock(session) }
            }
            #expect(pool.statistics.opened == 2)
        }
    }

    @Test func dedicatedOnesHoldLocksUntilTheyAreClosed() async throws {
        try await TestDatabase.with { database in
            let one = try await DedicatedSession.open(database.admin)
            let other = try await DedicatedSession.open(database.admin)
            defer { other.close() }
            #expect(try await lock(one))
            #expect(try await lock(other) == false)
            let sum = try await one.withTransaction { transaction in
                try await transaction.query("SELECT \(1) + \(2)")[0].decode(Int.self)
            }
            #expect(sum == 3)
            #expect(!one.isBroken)
            one.close()
            #expect(one.isBroken)
            let error = await postgresError { _ = try await one.query("SELECT 1") }
            #expect(error?.code == .connection)
            try await eventually("the lock is free") { try await lock(other) }
        }
    }

    @Test func dedicatedOnesNoticeThatTheServerEndedThem() async throws {
        try await TestDatabase.with { database in
            let session = try await DedicatedSession.open(database.admin)
            let killer = try await DedicatedSession.open(database.admin)
            defer { killer.close() }
            let pid = try await session.query("SELECT pg_backend_pid()")[0].decode(Int32.self)
            try await killer.execute("SELECT pg_terminate_backend(\(pid), 5000)")
            let error = await postgresError { _ = try await session.query("SELECT 1") }
            #expect(error?.code == .connection)
            #expect(session.isBroken)
        }
    }
}
