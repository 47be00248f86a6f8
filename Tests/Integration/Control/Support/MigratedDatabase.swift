import Logging
import Postgres
import TestPeers
import TestSupport

@testable import ControlService

/// A database with every schema of the system, as an operator finds it; dropped when the body ends.
struct MigratedDatabase {
    let test: TestDatabase
    let database: OperatorDatabase

    static func with<Value>(_ body: (MigratedDatabase) async throws -> Value) async throws -> Value {
        try await TestDatabase.with { test in
            try await migrations(of: test).apply { _, _ in }
            return try await body(MigratedDatabase(test: test, database: OperatorDatabase(test.admin)))
        }
    }

    /// The migrations with roles of the test's own.
    static func migrations(of test: TestDatabase) throws -> Migrations {
        Migrations(
            OperatorDatabase(test.admin), try ServiceSchema.all().map { ($0, "secret") },
            roleOfSchema: { test.role($0).name })
    }

    /// Runs statements as the administrator.
    func execute(_ statements: SQL...) async throws {
        let session = try await DedicatedSession.open(test.admin)
        defer { session.close() }
        for statement in statements { try await session.execute(statement) }
    }

    /// A single number.
    func count(_ sql: SQL) async throws -> Int {
        let session = try await DedicatedSession.open(test.admin)
        defer { session.close() }
        return try await session.query(sql).first?.decode(Int.self) ?? 0
    }
}
