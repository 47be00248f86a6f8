import EventContracts
import Foundation
import Postgres
import Sealing

/// What a service's schema tells a person of themselves, table by table, and what it leaves out and why.
///
/// A test of each service holds it equal to what is erased with an account: a table that goes with a person and is neither
/// told nor left out with a reason fails it.
package struct ExportList: Sendable {
    /// What is told of one table.
    package struct Table: Sendable {
        /// The table.
        package let name: String
        /// Which rows are the person's; the table is called `t` in it.
        let condition: @Sendable (AccountID) -> SQL
        /// Columns that are told to nobody: secrets, and hashes of them.
        let leavingOut: [String]
        /// Columns of bytes that hold JSON.
        let json: [String]
        /// What is told in the clear.
        let opening: [SealedPlace]

        private init(
            _ name: String, leavingOut: [String], json: [String], opening: [SealedPlace],
            _ condition: @escaping @Sendable (AccountID) -> SQL
        ) {
            self.name = name
            self.leavingOut = leavingOut
            self.json = json
            self.opening = opening
            self.condition = condition
        }

        /// The rows in which a column names the account.
        package static func rows(
            of table: String, by column: String = "account_id", leavingOut: [String] = [], json: [String] = [],
            opening: [SealedPlace] = []
        ) -> Table {
            Table(table, leavingOut: leavingOut, json: json, opening: opening) {
                "t.\(identifier: column) = \($0.uuid)"
            }
        }

        /// Rows that are the person's by a condition of its own; the table is called `t` in it.
        package static func rows(
            of table: String, leavingOut: [String] = [], opening: [SealedPlace] = [],
            where condition: @escaping @Sendable (AccountID) -> SQL
        ) -> Table {
            Table(table, leavingOut: leavingOut, json: [], opening: opening, condition)
        }

        /// The rows that hang on those of another table by a column that both have.
        package static func rows(
            of table: String, hangingOn owner: String, by column: String, opening: [SealedPlace] = []
        ) -> Table {
            Table(table, leavingOut: [], json: [], opening: opening) { account in
                """
                t.\(identifier: column) IN (
                    SELECT \(identifier: column) FROM \(identifier: owner) WHERE account_id = \(account.uuid))
                """
            }
        }
    }

    /// In this order.
    package let tables: [Table]
    /// Tables that are not told, with the reason.
    package let leftOut: [String: String]

    /// A schema's list.
    package init(_ tables: [Table], leavingOut leftOut: [String: String] = [:]) {
        self.tables = tables
        self.leftOut = leftOut
    }

    /// The tables of what is erased with a person that are neither told nor left out with a reason.
    package func missing(from erasure: ErasureList) -> Set<String> {
        erasure.tables.subtracting(tables.map(\.name)).subtracting(leftOut.keys).subtracting(["erased_accounts"])
    }

    /// Columns of bytes that would be told as they lie there: neither opened, nor read as JSON, nor left out.
    ///
    /// - Throws: a `PostgresError`.
    package func closedColumns(in database: some PostgresQuerying) async throws -> Set<String> {
        let rows = try await database.query(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND data_type = 'bytea'
            """)
        var closed: Set<String> = []
        for row in rows {
            let (name, column) = try row.decode(String.self, String.self)
            guard let table = tables.first(where: { $0.name == name }) else { continue }
            let isSpokenOf =
                table.leavingOut.contains(column) || table.json.contains(column)
                || table.opening.contains { $0.path == [column] }
            if !isSpokenOf { closed.insert("\(name).\(column)") }
        }
        return closed
    }
}
