import Logging

/// A limited number of connections, opened on demand and replaced when they break.
///
/// Each statement runs on any free connection; use `withTransaction` for work that belongs together.
package final class PostgresPool: PostgresQuerying, Sendable {
    /// Maximum number of waiting callers; further ones are refused.
    private static let waitingLimit = 1000

    /// The server and the sign-in.
    package let configuration: PostgresConfiguration
    private let source: ConnectionSource
    private let reads = SharedReads()
    private let acquireTimeout: Duration
    private let statementTimeout: Duration?

    /// Creates a pool; nothing connects before the first use.
    ///
    /// - Parameters:
    ///   - configuration: The server and the sign-in.
    ///   - size: Maximum number of connections; at least 1.
    ///   - acquireTimeout: How long a caller waits for a connection, including the time to open one.
    ///   - statementTimeout: Timeout of one statement, enforced by the server and, a second later, by the client.
    ///   - logger: Logs failed attempts to connect.
    package init(
        configuration: PostgresConfiguration, size: Int = 8, acquireTimeout: Duration = .seconds(5),
        statementTimeout: Duration? = .seconds(12), logger: Logger
    ) {
        self.configuration = configuration
        self.acquireTimeout = acquireTimeout
        self.statementTimeout = statementTimeout
        source = ConnectionSource(
            configuration: configuration, size: size, waitingLimit: Self.waitingLimit,
            statementTimeout: statementTimeout, logger: logger)
    }

    package var statistics: PoolStatistics { source.statistics }

    /// Refuses new requests and returns when all connections are back.
    package func close() async {
        await source.close()
    }

    package func query(_ sql: SQL) async throws -> [PostgresRow] {
        try await run([sql])[0].rows
    }

    package func lookUp(_ sql: SQL) async throws -> [PostgresRow] {
        let table = try await reads.run(sql) { statements in
            // Shielded, since cancelling this caller must not affect the others.
            try await run(statements, isShielded: true)
        } alone: { statement in
            try await run([statement])[0]
        }
        return table.rows
    }

    @discardableResult
    package func execute(_ sql: SQL) async throws -> Int {
        try await run([sql])[0].affectedRows
    }

    package func pipeline(_ statements: [SQL]) async throws -> [[PostgresRow]] {
        try await run(statements).map(\.rows)
    }

    private func run(_ statements: [SQL], isShielded: Bool = false) async throws(PostgresError) -> [ResultTable] {
        let connection = try await source.acquire(until: .now + acquireTimeout)
        defer { source.release(connection) }
        return try await connection.run(
            statements, until: StatementLimit(statementTimeout).next(), isShielded: isShielded)
    }

    /// Runs work in a transaction: COMMIT when the body returns, ROLLBACK when it throws or the task is cancelled.
    ///
    /// BEGIN is sent with the first statement, so a body without statements contacts no server.
    ///
    /// - Parameters:
    ///   - isolation: The isolation level.
    ///   - deadline: Time limit of the whole transaction, waiting for a connection included; nil leaves each statement
    ///     its own timeout.
    ///   - body: The work; it must not keep the transaction.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `.commitUnknown` if the connection broke during COMMIT.
    @discardableResult
    package func withTransaction<Value: Sendable>(
        _ isolation: TransactionIsolation = .readCommitted, deadline: Duration? = nil,
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        let end = deadline.map { start + $0 }
        let connection = try await source.acquire(until: start + min(acquireTimeout, deadline ?? acquireTimeout))
        defer { source.release(connection) }
        let limit = StatementLimit(statementTimeout, end: end)
        return try await connection.onThread {
            try await Transaction.run(on: connection, isolation, limit: limit, body)
        }
    }

    /// Lends one connection while the body runs, for example for session advisory locks.
    ///
    /// Afterwards its locks are released and its settings reset; if the body throws, it is closed instead.
    @discardableResult
    package func withSession<Value: Sendable>(
        _ body: (borrowing PostgresSession) async throws -> Value
    ) async throws -> Value {
        let connection = try await source.acquire(until: .now + acquireTimeout)
        defer { source.release(connection) }
        do {
            let limit = StatementLimit(statementTimeout)
            let value = try await body(PostgresSession(connection: connection, limit: limit))
            _ = try await connection.run(PostgresSession.reset, until: limit.next(), isShielded: true)
            return value
        } catch {
            connection.abandon()
            throw error
        }
    }
}
