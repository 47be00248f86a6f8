import Foundation
import Logging
import Synchronization
import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Transactions and savepoints.
@Suite struct TransactionTests {
    private struct Refused: Error {}

    private func expectRefused(_ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error is Refused)
        }
    }

    private func withTable(_ body: (PostgresPool) async throws -> Void) async throws {
        try await withPool { pool in
            try await pool.execute("CREATE TABLE numbers (n bigint CONSTRAINT numbers_n_key UNIQUE)")
            try await body(pool)
        }
    }

    private func expectNumbers(
        _ expected: [Int], in pool: PostgresPool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let rows = try await pool.query("SELECT n FROM numbers ORDER BY n")
        #expect(try rows.map { try $0.decode(Int.self) } == expected, sourceLocation: sourceLocation)
    }

    private func add(_ number: Int, _ database: borrowing some PostgresQuerying & ~Copyable) async throws {
        try await database.execute("INSERT INTO numbers (n) VALUES (\(number))")
    }

    @Test func commitsWhenTheBodyReturns() async throws {
        try await withTable { pool in
            let seen = try await pool.withTransaction { transaction in
                try await add(1, transaction)
                try await add(2, transaction)
                return try await transaction.query("SELECT count(*) FROM numbers")[0].decode(Int.self)
            }
            #expect(seen == 2)
            try await expectNumbers([1, 2], in: pool)
        }
    }

    @Test func rollsBackWhenTheBodyThrows() async throws {
        try await withTable { pool in
            await expectRefused {
                try await pool.withTransaction { transaction in
                    try await add(1, transaction)
                    throw Refused()
                }
            }
            try await expectNumbers([], in: pool)
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 1, waiting: 0, opened: 1, failures: 0))
        }
    }

    @Test func rollsBackWhenTheTaskIsCancelled() async throws {
        try await withTable { pool in
            let task = Task {
                try await pool.withTransaction { transaction in
                    try await transaction.execute("INSERT INTO numbers (n) VALUES (1)")
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let error = await postgresError { try await task.value }
            #expect(error?.code == .cancelled)
            try await expectNumbers([], in: pool)
        }
    }

    @Test func undoesOnlyTheSavepointThatFailed() async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                try await add(1, transaction)
                await expectRefused {
                    try await transaction.withSavepoint {
                        try await add(2, transaction)
                        throw Refused()
                    }
                }
                try await transaction.withSavepoint {
                    try await add(3, transaction)
                    let error = await postgresError {
                        try await transaction.withSavepoint { try await add(3, transaction) }
                    }
                    #expect(error?.constraint == "numbers_n_key")
                    try await add(4, transaction)
                }
            }
            try await expectNumbers([1, 3, 4], in: pool)
        }
    }

    @Test func undoesASavepointThatBeginsTheTransaction() async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                await expectRefused {
                    try await transaction.withSavepoint { throw Refused() }
                }
                _ = await postgresError {
                    try await transaction.withSavepoint {
                        try await transaction.withSavepoint { try await transaction.execute("SELECT 1/0") }
                    }
                }
                try await transaction.withSavepoint { try await add(1, transaction) }
                try await transaction.withSavepoint {}
            }
            try await expectNumbers([1], in: pool)
        }
    }

    @Test func refusesToKeepASavepointWhoseFailureWasSwallowed() async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                let error = await postgresError {
                    try await transaction.withSavepoint {
                        try await add(1, transaction)
                        _ = try? await transaction.query("SELECT 1/0")
                    }
                }
                #expect(error?.sqlState == "25P02")
                try await add(2, transaction)
            }
            try await expectNumbers([2], in: pool)
        }
    }

    @Test func refusesToCommitAFailureThatWasSwallowed() async throws {
        try await withTable { pool in
            let error = await postgresError {
                try await pool.withTransaction { transaction in
                    try await add(1, transaction)
                    _ = try? await transaction.query("SELECT 1/0")
                }
            }
            #expect(error?.sqlState == "25P02")
            try await expectNumbers([], in: pool)
        }
    }

    @Test func reportsAConstraintThatIsCheckedAtCommit() async throws {
        try await withTable { pool in
            try await pool.execute(
                "ALTER TABLE numbers ADD CONSTRAINT later UNIQUE (n) DEFERRABLE INITIALLY DEFERRED")
            try await pool.execute("ALTER TABLE numbers DROP CONSTRAINT numbers_n_key")
            let error = await postgresError {
                try await pool.withTransaction { transaction in
                    try await add(1, transaction)
                    try await add(1, transaction)
                }
            }
            #expect(error?.constraint == "later")
            #expect(error?.code == .server)
            #expect(error?.isRetryable == false)
            try await expectNumbers([], in: pool)
        }
    }

    @Test func takesAlongWhatIsKeptForItsCommit() async throws {
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                try transaction.executeAtCommit("INSERT INTO numbers (n) VALUES (2)")
                try await add(1, transaction)
                #expect(try await transaction.query("SELECT n FROM numbers").count == 1, "not sent before the end")
            }
            try await pool.withTransaction { try $0.executeAtCommit("INSERT INTO numbers (n) VALUES (3)") }
            try await expectNumbers([1, 2, 3], in: pool)
            await expectRefused {
                try await pool.withTransaction { transaction in
                    try transaction.executeAtCommit("INSERT INTO numbers (n) VALUES (4)")
                    throw Refused()
                }
            }
            try await expectNumbers([1, 2, 3], in: pool)
        }
    }

    @Test("deferred statement: if it fails, COMMIT fails; the connection stays")
    func failsWithWhatIsKeptForItsCommit() async throws {
        try await withTable { pool in
            let kept: [SQL] = ["INSERT INTO numbers (n) VALUES (2)", "INSERT INTO numbers (n) VALUES (1)"]
            for isBegun in [true, false] {
                let error = await postgresError {
                    try await pool.withTransaction { transaction in
                        if isBegun { try await add(1, transaction) }
                        for statement in isBegun ? kept : kept + kept { try transaction.executeAtCommit(statement) }
                    }
                }
                #expect(error?.constraint == "numbers_n_key" && error?.code == .server)
                try await expectNumbers([], in: pool)
            }
            #expect(pool.statistics.opened == 1)
        }
    }

    @Test func keepsToItsDeadlineWhenItCommits() async throws {
        try await withTable { pool in
            let start = ContinuousClock.now
            let error = await postgresError {
                try await pool.withTransaction(deadline: .milliseconds(200)) { transaction in
                    try await add(1, transaction)
                    try transaction.executeAtCommit("SELECT pg_sleep(150)")
                }
            }
            #expect(error?.code == .timeout)
            #expect(ContinuousClock.now - start < .seconds(120))
            try await expectNumbers([], in: pool)
        }
    }

    @Test func throwsAfterItsEnd() async throws {
        try await withTable { pool in
            let connection = try await openConnection(to: pool)
            let core = TransactionCore(connection: connection, isolation: .readCommitted, limit: StatementLimit(nil))
            _ = try await core.run(["SELECT 1"])
            try await core.commit()
            let transaction = Transaction(core: core)
            for use in 0..<4 {
                let error = await postgresError {
                    switch use {
                    case 0: _ = try await transaction.query("SELECT 1")
                    case 3: try transaction.executeAtCommit("SELECT 1")
                    case 1: _ = try await transaction.pipeline(["SELECT 1"])
                    default: try await transaction.withSavepoint {}
                    }
                }
                #expect(error?.code == .transactionEnded)
            }
        }
    }

    @Test func refusesFurtherStatementsOnceItsConnectionIsLost() async throws {
        try await withTable { pool in
            let error = await postgresError {
                try await pool.withTransaction { transaction in
                    try await add(1, transaction)
                    let own = try await transaction.query("SELECT pg_backend_pid()")[0].decode(Int32.self)
                    try await pool.execute("SELECT pg_terminate_backend(\(own))")
                    let lost = await postgresError { try await add(2, transaction) }
                    #expect(lost?.code == .connection)
                    #expect(lost?.isRetryable == true)
                    let ended = await postgresError {
                        try await transaction.withSavepoint { try await add(3, transaction) }
                    }
                    #expect(ended?.code == .transactionEnded)
                }
            }
            #expect(error?.code == .transactionEnded)
            try await expectNumbers([], in: pool)
        }
    }

    @Test func reportsACommitWhoseOutcomeIsUnknown() async throws {
        try await withTable { pool in
            // The trigger runs within COMMIT and ends its own connection there.
            try await pool.execute(
                """
                CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$
                """)
            try await pool.execute(
                """
                CREATE CONSTRAINT TRIGGER die AFTER INSERT ON numbers DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION die()
                """)
            let error = await postgresError {
                try await pool.withTransaction { transaction in try await add(1, transaction) }
            }
            #expect(error?.code == .commitUnknown)
            #expect(error?.isRetryable == true)
            try await expectNumbers([], in: pool)
        }
    }

    @Test func runsAtTheAskedIsolation() async throws {
        try await withTable { pool in
            for isolation in [TransactionIsolation.readCommitted, .repeatableRead, .serializable] {
                let name = try await pool.withTransaction(isolation) { transaction in
                    try await transaction.query("SHOW transaction_isolation")[0].decode(String.self)
                }
                #expect(name == isolation.rawValue.lowercased())
            }
        }
    }

    @Test func reportsALostRaceAsRetryable() async throws {
        try await withTable { pool in
            try await add(1, pool)
            let error = await postgresError {
                try await pool.withTransaction(.repeatableRead) { transaction in
                    _ = try await transaction.query("SELECT n FROM numbers")
                    try await pool.execute("UPDATE numbers SET n = 2")
                    try await transaction.execute("UPDATE numbers SET n = 3")
                }
            }
            #expect(error?.sqlState == "40001")
            #expect(error?.isRetryable == true)
        }
    }

    @Test func keepsLocalValuesApart() async throws {
        let words = TransactionLocal<[String]>()
        let count = TransactionLocal<Int>()
        try await withTable { pool in
            try await pool.withTransaction { transaction in
                transaction.withLocal(words) { $0 = ["a"] }
                transaction.withLocal(words) { words in
                    words?.append("b")
                    transaction.withLocal(count) { $0 = words?.count }
                }
                #expect(transaction.withLocal(words) { $0 } == ["a", "b"])
                #expect(transaction.withLocal(count) { $0 } == 2)
            }
            try await pool.withTransaction { transaction in
                #expect(transaction.withLocal(words) { $0 } == nil)
            }
        }
    }

    @Test func endsAtItsDeadline() async throws {
        try await withTable { pool in
            let start = ContinuousClock.now
            let error = await postgresError {
                try await pool.withTransaction(deadline: .milliseconds(200)) { transaction in
                    try await add(1, transaction)
                    try await transaction.execute("SELECT pg_sleep(150)")
                }
            }
            #expect(error?.code == .timeout)
            #expect(ContinuousClock.now - start < .seconds(120))
            try await expectNumbers([], in: pool)
            #expect(pool.statistics.opened == 1, "the connection survives a cancelled statement")
        }
    }
}
