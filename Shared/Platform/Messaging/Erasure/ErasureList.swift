import EventContracts
import Postgres

/// How a service's schema erases an account, table by table: what is deleted, and what stays and why.
///
/// A test of each service compares it with the schema: it fails for a table that contains accounts and is not listed.
package struct ErasureList: Sendable {
    /// The erasure in one table.
    package struct Step: Sendable {
        /// The table.
        package let table: String
        /// The statement for one account.
        let statement: @Sendable (AccountID) -> SQL

        /// Erases a table with a custom statement.
        package init(_ table: String, _ statement: @escaping @Sendable (AccountID) -> SQL) {
            self.table = table
            self.statement = statement
        }

        /// Deletes the rows whose column contains the account.
        package static func rows(of table: String, by column: String = "account_id") -> Step {
            Step(table) { "DELETE FROM \(identifier: table) WHERE \(identifier: column) = \($0.uuid)" }
        }
    }

    /// Executed in this order, in one transaction.
    package let steps: [Step]
    /// Tables that contain accounts and stay, with the reason.
    package let kept: [String: String]

    /// A schema's list.
    package init(_ steps: [Step], keeping kept: [String: String] = [:]) {
        self.steps = steps
        self.kept = kept
    }

    /// All covered tables, including messaging's own.
    package var tables: Set<String> { Set(steps.map(\.table)).union(kept.keys).union(["erased_accounts"]) }

    /// Tables of a schema with an account column that are not covered.
    ///
    /// - Throws: A `PostgresError`.
    package func missing(in database: some PostgresQuerying) async throws -> Set<String> {
        let rows = try await database.query(
            """
            SELECT DISTINCT table_name::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND column_name ~ 'account|owner|reader|contributor|person'
            """)
        return Set(try rows.map { try $0.decode(String.self) }).subtracting(tables)
    }
}
