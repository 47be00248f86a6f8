import Logging
import Postgres
import TestSupport

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Makes a pool on a database of its own.
func withPool<Value>(
    size: Int = 4, acquireTimeout: Duration = .seconds(10), statementTimeout: Duration? = .seconds(30),
    _ body: (PostgresPool) async throws -> Value
) async throws -> Value {
    try await TestDatabase.with { database in
        let pool = PostgresPool(
            configuration: database.admin, size: size, acquireTimeout: acquireTimeout,
            statementTimeout: statementTimeout, logger: quiet)
        return try await body(pool)
    }
}
