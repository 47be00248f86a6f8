/// One connection, lent while the body of `withSession` runs.
package struct PostgresSession: ~Copyable, PostgresQuerying {
    private let connection: Connection
    private let limit: StatementLimit

    init(connection: Connection, limit: StatementLimit) {
        self.connection = connection
        self.limit = limit
    }

    /// Resets a session to its initial state; a role set with SET ROLE is kept.
    static let reset: [SQL] = ["SELECT pg_advisory_unlock_all()", "RESET ALL"]

    package func query(_ sql: SQL) async throws -> [PostgresRow] {
        try await connection.run([sql], until: limit.next())[0].rows
    }

    @discardableResult
    package func execute(_ sql: SQL) async throws -> Int {
        try await connection.run([sql], until: limit.next())[0].affectedRows
    }

    package func pipeline(_ statements: [SQL]) async throws -> [[PostgresRow]] {
        try await connection.run(statements, until: limit.next()).map(\.rows)
    }

    /// Runs work in a transaction of this session; see `PostgresPool.withTransaction`.
    @discardableResult
    package func withTransaction<Value: Sendable>(
        _ isolation: TransactionIsolation = .readCommitted,
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await Transaction.run(on: connection, isolation, limit: limit, body)
    }
}
