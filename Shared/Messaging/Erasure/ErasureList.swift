import EventContracts
import Postgres

/// What a service's schema keeps of people, table by table: what goes with an erased account, and what stays and why.
///
/// A test of each service holds it equal to the schema: a table that names accounts and is not listed fails it.
package struct ErasureList: Sendable {
    /// What is done to one table.
    package struct Step: Sendable {
        /// The table.
        package let table: String
        /// Does it for one account.
        let statement: @Sendable (AccountID) -> SQL

        /// Does something of its own to a table.
        package init(_ table: String, _ statement: @escaping @Sendable (AccountID) -> SQL) {
            self.table = table
            self.statement = statement
        }

        /// Deletes the rows in which a column names the account.
        package static func rows(of table: String, by column: String = "account_id") -> Step {
            Step(table) { "DELETE FROM \(identifier: table) WHERE \(identifier: column) = \($0.uuid)" }
        }
    }

    /// In this order, in one transaction.
    package let steps: [Step]
    /// Tables that name accounts and stay, with the reason.
    package let kept: [String: String]

    /// A schema's list.
    package init(_ steps: [Step], keeping kept: [String: String] = [:]) {
        self.steps = steps
        self.kept = kept
    }

    /// Every table that is spoken of, messaging's own among them.
    package var tables: Set<String> { Set(steps.map(\.table)).union(kept.keys).union(["erased_accounts"]) }

    /// The tables of a schema that name accounts by one of their columns, and are not spoken of.
    ///
    /// - Throws: a `PostgresError`.
    package func missing(in database: some PostgresQuerying) async throws -> Set<String> {
        let rows = try await database.query(
            """
            SELECT DISTINCT table_name::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND column_name ~ 'account|owner|reader|contributor|person'
            """)
        return Set(try rows.map { try $0.decode(String.self) }).subtracting(tables)
    }
}
