import Logging

/// A bounded number of connections, made when they are needed and replaced when they break.
///
/// Statements run each on its own, in whichever connection is free; use `withTransaction` for work that belongs together.
package final class PostgresPool: PostgresQuerying, Sendable {
    /// How many callers may wait at once before further ones are refused.
    private static let waitingLimit = 1000

    /// Where the pool connects.
    package let configuration: PostgresConfiguration
    private let source: ConnectionSource
    private let reads = SharedReads()
    private let acquireTimeout: Duration
    private let statementTimeout: Duration?

    /// Makes a pool; nothing connects before the first use.
    ///
    /// - Parameters:
    ///   - configuration: where to connect.
    ///   - size: the most connections at a time; at least 1.
    ///   - acquireTimeout: how long a caller waits for a connection, including the time to make one.
    ///   - statementTimeout: how long one statement may take, kept by the server and, a second later, by us.
    ///   - logger: told of failed attempts to connect.
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

    /// Refuses new work and returns when the connections in use are back.
    package func close() async {
        await source.close()
    }

    package func query(_ sql: SQL) async throws -> [PostgresRow] {
        try await run([sql])[0].rows
    }

    package func lookUp(_ sql: SQL) async throws -> [PostgresRow] {
        let table = try await reads.run(sql) { statements in
            // The others must not suffer when this caller is cancelled.
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
    /// BEGIN travels with the first statement, and a body that runs none touches no server.
    ///
    /// - Parameters:
    ///   - isolation: the isolation level.
    ///   - deadline: how long all of it may take, waiting for a connection included; nil leaves each statement its own limit.
    ///   - body: the work; it must not keep the transaction.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `.commitUnknown` when the connection broke during COMMIT.
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

    /// Lends one connection for as long as the body runs, such as session advisory locks need.
    ///
    /// Afterwards its locks are released and its settings reset; it is closed instead when the body throws.
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
