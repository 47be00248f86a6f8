import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import Postgres

@Suite("Batched reads")
struct SharedReadsTests {
    @Test("batched reads: each caller gets its result in few round trips")
    func answers() async throws {
        try await withPool(size: 4) { pool in
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        let rows = try await pool.lookUp("SELECT \(number)")
                        #expect(rows.count == 1)
                        #expect(try rows[0].decode(Int.self) == number)
                    }
                }
            }
            #expect(pool.statistics.opened <= 2, "two round trips at a time need two connections")
        }
    }

    @Test("batched reads: a failing read does not fail the others")
    func failure() async throws {
        try await withPool(size: 4) { pool in
            try await withThrowingDiscardingTaskGroup { group in
                for number in 1...200 {
                    group.addTask {
                        if number % 10 == 0 {
                            let error = await postgresError { _ = try await pool.lookUp("SELECT 1 / (\(number) * 0)") }
                            #expect(error?.sqlState == "22012")
                        } else {
                            let rows = try await pool.lookUp("SELECT \(number)")
                            #expect(try rows[0].decode(Int.self) == number)
                        }
                    }
                }
            }
        }
    }

    @Test("batched reads: a cancelled caller returns at once, others continue")
    func cancelled() async throws {
        try await withPool(size: 4) { pool in
            let slow = (0..<2).map { _ in Task { try await pool.lookUp("SELECT pg_sleep(2)") } }
            try await eventually("both connections are open") { pool.statistics.open == 2 }
            let waiting = Task { try await pool.lookUp("SELECT pg_sleep(600)") }
            let patient = Task { try await pool.lookUp("SELECT 7") }
            waiting.cancel()
            let error = await postgresError { _ = try await waiting.value }
            #expect(error?.code == .cancelled)
            slow[0].cancel()
            #expect(try await patient.value[0].decode(Int.self) == 7)
            #expect(try await slow[1].value.count == 1)
            _ = await slow[0].result
        }
    }

    @Test("batched reads: an unreachable server is an error for all callers")
    func outage() async throws {
        struct Away: Error {}
        let reads = SharedReads()
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    await #expect(throws: Away.self) {
                        _ = try await reads.run("SELECT 1") { _ in
                            throw Away()
                        } alone: { _ in
                            throw Away()
                        }
                    }
                }
            }
        }
        #expect(reads.waiting == 0)
    }
}
