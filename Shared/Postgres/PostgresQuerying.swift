/// What can run statements: the pool (each on its own), a lent transaction, a session.
///
/// Everything here throws `PostgresError`.
package protocol PostgresQuerying: ~Copyable {
    /// Runs a statement and returns its rows.
    func query(_ sql: SQL) async throws -> [PostgresRow]

    /// Runs a statement that only reads, which a pool may take to the server together with those of other callers.
    ///
    /// It may run twice, when one of the others fails.
    func lookUp(_ sql: SQL) async throws -> [PostgresRow]

    /// Runs a statement and returns how many rows it touched.
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
