import Foundation

extension Transaction {
    /// A page of a table in the order of its ids, for snapshots.
    ///
    /// - Parameters:
    ///   - columns: The columns to read.
    ///   - table: The table.
    ///   - id: The column of the ids.
    ///   - cursor: The last id of the previous page; nil for the first page.
    ///   - limit: Maximum number of rows.
    /// - Returns: The rows.
    /// - Throws: A `PostgresError`.
    package func page(
        of columns: String, from table: String, by id: String, after cursor: UUID?, limit: Int
    ) async throws -> [PostgresRow] {
        try await query(
            """
            SELECT \(raw: columns) FROM \(raw: table)
            WHERE \(cursor)::uuid IS NULL OR \(raw: id) > \(cursor)
            ORDER BY \(raw: id) LIMIT \(limit)
            """)
    }
}
