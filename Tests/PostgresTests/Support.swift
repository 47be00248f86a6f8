import Logging
@testable import Postgres
import TestSupport
import Testing

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

/// Opens a connection to the database of a pool, outside it.
func openConnection(to pool: PostgresPool) async throws -> Connection {
    let database = try await pool.query("SELECT current_database()")[0].decode(String.self)
    var configuration = try TestDatabase.environmentServer()
    configuration.database = database
    return try await Connection.open(configuration, statementTimeout: nil, until: .now + .seconds(10))
}

/// The error of a body that must throw one of ours.
func postgresError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> PostgresError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as PostgresError {
        return error
    } catch {
        Issue.record("threw \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
