/// An open transaction, lent by `withTransaction`; it cannot be copied or kept.
package struct Transaction: ~Copyable, PostgresQuerying {
    private let core: TransactionCore

    init(core: TransactionCore) {
        self.core = core
    }

    package func query(_ sql: SQL) async throws -> [PostgresRow] {
        try await core.run([sql])[0].rows
    }

    @discardableResult
    package func execute(_ sql: SQL) async throws -> Int {
        try await core.run([sql])[0].affectedRows
    }

    package func pipeline(_ statements: [SQL]) async throws -> [[PostgresRow]] {
        try await core.run(statements).map(\.rows)
    }

    /// Runs a statement without a needed answer together with the next one, or with COMMIT, in one round trip.
    ///
    /// The order is kept: later statements see its effect. If it fails, the next one throws its error.
    package func executeLater(_ sql: SQL) throws(PostgresError) {
        try core.runLater(sql)
    }

    /// Defers a statement without a needed answer to the end: it is sent with COMMIT, in one round trip.
    ///
    /// If it fails, the transaction fails with its error, and nothing takes effect.
    package func executeAtCommit(_ sql: SQL) throws(PostgresError) {
        try core.runAtCommit(sql)
    }

    /// Defers a query to the end: it is sent with COMMIT, in one round trip.
    ///
    /// - Parameters:
    ///   - sql: The query. If it fails, the transaction fails with its error, and nothing takes effect.
    ///   - take: Receives its rows once the transaction is committed.
    /// - Throws: `.transactionEnded` if the transaction has ended or was lost.
    package func queryAtCommit(
        _ sql: SQL, _ take: @escaping @Sendable ([PostgresRow]) -> Void
    ) throws(PostgresError) {
        try core.runAtCommit(sql, take)
    }

    /// Runs a trusted text of several statements without parameters, such as a migration; discards rows.
    func runScript(_ script: String) async throws {
        try await core.runScript(script)
    }

    /// Runs part of the work so that its failure undoes that part only; may be nested.
    ///
    /// If the connection is lost as well, every later statement of the transaction throws `.transactionEnded`.
    ///
    /// - Throws: The error of the body, after its effects are undone.
    @discardableResult
    package func withSavepoint<Value>(_ body: () async throws -> Value) async throws -> Value {
        let savepoint = try core.openSavepoint()
        let value: Value
        do {
            value = try await body()
        } catch {
            await core.undo(savepoint)
            throw error
        }
        try await core.keep(savepoint)
        return value
    }

    /// Reads and changes a value that lives as long as the transaction.
    package func withLocal<Value: Sendable, Result>(
        _ key: TransactionLocal<Value>, _ body: (inout Value?) throws -> Result
    ) rethrows -> Result {
        try core.withLocal(key, body)
    }

    /// Opens a transaction, runs the body, and ends it.
    static func run<Value: Sendable>(
        on connection: Connection, _ isolation: TransactionIsolation, limit: StatementLimit,
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        let core = TransactionCore(connection: connection, isolation: isolation, limit: limit)
        let value: Value
        do {
            value = try await body(Transaction(core: core))
            if Task.isCancelled { throw Interruption.Cause.cancelled.error }
        } catch {
            await core.rollBack()
            throw error
        }
        try await core.commit()
        return value
    }
}

/// The isolation level of a transaction.
package enum TransactionIsolation: String, Sendable {
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
}

/// The key of a value attached to a transaction; keep it in a static constant.
package final class TransactionLocal<Value: Sendable>: Sendable {
    package init() {}
}
