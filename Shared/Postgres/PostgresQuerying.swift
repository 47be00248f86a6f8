/// What can run statements: the pool (each on its own), a lent transaction, a session.
///
/// Everything here throws `PostgresError`.
package protocol PostgresQuerying: ~Copyable {
    /// Runs a statement and returns its rows.
    func query(_ sql: SQL) async throws -> [PostgresRow]

    /// Runs a statement and returns how many rows it touched.
    @discardableResult
    func execute(_ sql: SQL) async throws -> Int

    /// Runs all statements in one round trip and returns the rows of each, in order.
    ///
    /// All or nothing: outside a transaction the statements form one of their own; inside, a failure aborts it.
    func pipeline(_ statements: [SQL]) async throws -> [[PostgresRow]]
}
