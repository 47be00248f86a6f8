/// A connection of its own outside any pool, such as work needs that holds session advisory locks all its life.
///
/// It belongs to one task at a time: a statement given while a transaction is open becomes part of it. It does not heal:
/// when it is broken, open another; the server has released its locks.
package final class DedicatedSession: PostgresQuerying, Sendable {
    private let connection: Connection
    private let limit: StatementLimit

    /// Connects.
    ///
    /// - Parameters:
    ///   - configuration: where to connect.
    ///   - statementTimeout: how long one statement may take; nil sets no limit.
    /// - Returns: the open session.
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

    /// Whether the connection is closed or known to be lost; a loss shows at the next statement.
    package var isBroken: Bool { connection.isBroken }

    /// Gives the connection up; it is closed when the statement under way, if any, is done.
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

    /// Runs work of several statements on the connection's thread, so that none of them costs a change of thread.
    package func onThread<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await connection.onThread(body)
    }

    /// What the server stores of a password, made here so that the password itself is never sent nor logged.
    func passwordVerifier(_ password: String, of role: String) async throws(PostgresError) -> String {
        try await connection.perform(until: limit.next()) { connection, _ throws(PostgresError) in
            try connection.passwordVerifier(password, of: role)
        }
    }
}
