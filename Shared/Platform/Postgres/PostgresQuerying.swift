/// Runs statements: the pool (each alone), a lent transaction, a session.
///
/// All methods throw `PostgresError`.
package protocol PostgresQuerying: ~Copyable {
    /// Runs a statement and returns its rows.
    func query(_ sql: SQL) async throws -> [PostgresRow]

    /// Runs a read-only statement, which a pool may send together with those of other callers.
    ///
    /// It may run twice, if one of the others fails.
    func lookUp(_ sql: SQL) async throws -> [PostgresRow]

    /// Runs a statement and returns the number of affected rows.
    @discardableResult
    func execute(_ sql: SQL) async throws -> Int

    /// Runs all statements in one round trip and returns the rows of each, in order.
    ///
    /// All or nothing: outside a transaction the statements form one of their own; inside, a failure aborts it.
    func pipeline(_ statements: [SQL]) async throws -> [[PostgresRow]]
}

extension PostgresQuerying where Self: ~Copyable {
    package func lookUp(_ sql: SQL) async throws -> [PostgresRow] { try await query(sql) }
}
