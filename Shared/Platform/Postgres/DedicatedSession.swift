/// A connection outside any pool, for work that holds session advisory locks during its whole life.
///
/// It belongs to one task at a time: a statement during an open transaction becomes part of it. It does not reconnect:
/// when it is broken, open another; the server has released its locks.
package final class DedicatedSession: PostgresQuerying, Sendable {
    private let connection: Connection
    private let limit: StatementLimit

    /// Connects.
    ///
    /// - Parameters:
    ///   - configuration: The server and the sign-in.
    ///   - statementTimeout: Timeout of one statement; nil for none.
    /// - Returns: The open session.
    /// - Throws: `.connection` or `.cancelled`.
    package static func open(
        _ configuration: PostgresConfiguration, statementTimeout: Duration? = .seconds(12)
    ) async throws -> DedicatedSession {
        let connection = try await Connection.open(
            configuration, statementTimeout: statementTimeout, until: .now + configuration.connectTimeout)
        return DedicatedSession(connection: connection, limit: StatementLimit(statementTimeout))
    }

    private init(connection: Connection, limit: StatementLimit) {
        self.connection = connection
        self.limit = limit
    }

    /// Whether the connection is closed or known to be lost; a loss is detected by the next statement.
    package var isBroken: Bool { connection.isBroken }

    /// Closes the connection after the current statement, if any.
    package func close() {
        connection.close()
    }

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

    /// Runs work in a transaction; see `PostgresPool.withTransaction`.
    @discardableResult
    package func withTransaction<Value: Sendable>(
        _ isolation: TransactionIsolation = .readCommitted,
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await connection.onThread { try await Transaction.run(on: connection, isolation, limit: limit, body) }
    }

    /// Runs work of several statements on the connection's thread, to avoid a thread switch for each.
    package func onThread<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await connection.onThread(body)
    }

    /// The form in which the server stores a password, computed here so that the password is never sent or logged.
    func passwordVerifier(_ password: String, of role: String) async throws(PostgresError) -> String {
        try await connection.perform(until: limit.next()) { connection, _ throws(PostgresError) in
            try connection.passwordVerifier(password, of: role)
        }
    }
}
