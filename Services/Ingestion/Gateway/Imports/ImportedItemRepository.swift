import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `imported_items`: kinds of records, and products, which come with imported receipts.
enum ImportedItemRepository {
    /// The kind of products.
    static let product = "product"

    /// The present ids of imported records, by their ids in the export.
    static func find(
        _ kind: String, _ exported: Set<String>, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> [String: String] {
        guard !exported.isEmpty else { return [:] }
        let rows = try await database.query(
            """
            SELECT exported_id, resource_id FROM imported_items
            WHERE account_id = \(account.uuid) AND kind = \(kind)
                AND exported_id = ANY (\(exported.sorted())::text[])
            """)
        return Dictionary(try rows.map { try $0.decode(String.self, String.self) }) { first, _ in first }
    }

    /// Stores the current id of an imported record, replacing an earlier one.
    static func save(
        _ kind: String, _ exported: String, as resource: String, of account: AccountID, at now: Date,
        in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO imported_items (account_id, kind, exported_id, resource_id, imported_at)
            VALUES (\(account.uuid), \(kind), \(exported), \(resource), \(now))
            ON CONFLICT (account_id, kind, exported_id)
            DO UPDATE SET resource_id = excluded.resource_id, imported_at = excluded.imported_at
            """)
    }
}
