import EventContracts
import Foundation
import Postgres
import Sealing

/// The tables of a service's schema that an export contains, and those that it leaves out and why.
///
/// A test of each service compares it with the erasure list: it fails for a table that is erased with a person and is
/// neither exported nor left out with a reason.
package struct ExportList: Sendable {
    /// The export of one table.
    package struct Table: Sendable {
        /// The table.
        package let name: String
        /// The condition for the person's rows; the table is named `t` in it.
        let condition: @Sendable (AccountID) -> SQL
        /// Columns that are never exported: secrets, and hashes of them.
        let leavingOut: [String]
        /// Binary columns that contain JSON.
        let json: [String]
        /// Sealed values that are exported decrypted.
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

        /// Exports the rows whose column contains the account.
        package static func rows(
            of table: String, by column: String = "account_id", leavingOut: [String] = [], json: [String] = [],
            opening: [SealedPlace] = []
        ) -> Table {
            Table(table, leavingOut: leavingOut, json: json, opening: opening) {
                "t.\(identifier: column) = \($0.uuid)"
            }
        }

        /// Exports rows by a custom condition; the table is named `t` in it.
        package static func rows(
            of table: String, leavingOut: [String] = [], opening: [SealedPlace] = [],
            where condition: @escaping @Sendable (AccountID) -> SQL
        ) -> Table {
            Table(table, leavingOut: leavingOut, json: [], opening: opening, condition)
        }

        /// Exports rows that belong to those of another table, by a column that both have.
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

    /// Tables in the order of the export.
    package let tables: [Table]
    /// Tables that are not exported, with the reason.
    package let leftOut: [String: String]

    /// A schema's list.
    package init(_ tables: [Table], leavingOut leftOut: [String: String] = [:]) {
        self.tables = tables
        self.leftOut = leftOut
    }

    /// Erased tables that are neither exported nor left out with a reason.
    package func missing(from erasure: ErasureList) -> Set<String> {
        erasure.tables.subtracting(tables.map(\.name)).subtracting(leftOut.keys).subtracting(["erased_accounts"])
    }

    /// Binary columns that would be exported in raw form: neither decrypted, nor read as JSON, nor left out.
    ///
    /// - Throws: A `PostgresError`.
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
