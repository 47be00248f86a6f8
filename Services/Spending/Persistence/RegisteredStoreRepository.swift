import EventContracts
import Foundation
import Postgres
import Purchases

/// Shops of an open register (C23): the table `registered_stores`.
package enum RegisteredStoreRepository {
    /// Stores or replaces shops.
    ///
    /// - Parameters:
    ///   - stores: The shops; one may have several ids, for the ways receipts refer to it.
    ///   - source: The name of the register, for its license.
    ///   - now: The time.
    ///   - transaction: The transaction to use.
    /// - Returns: The number of new or changed ids.
    /// - Throws: A `PostgresError`.
    package static func save(
        _ stores: [RegisteredStore], from source: String, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Int {
        var rows: [StoreID: RegisteredStore] = [:]
        for store in stores { for id in store.ids { rows[id] = store } }
        let sorted = rows.sorted { $0.key < $1.key }
        return try await transaction.execute(
            """
            INSERT INTO registered_stores (store_id, name, latitude, longitude, source, imported_at)
            SELECT store_id, name, latitude, longitude, \(source), \(now)
            FROM unnest(
                \(sorted.map(\.key.uuid)), \(sorted.map(\.value.name)),
                    \(sorted.map { Int64($0.value.place.latitude) }),
                \(sorted.map { Int64($0.value.place.longitude) })) AS entries (store_id, name, latitude, longitude)
            ON CONFLICT (store_id) DO UPDATE SET
                name = EXCLUDED.name, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude,
                source = EXCLUDED.source, imported_at = EXCLUDED.imported_at
            WHERE (registered_stores.name, registered_stores.latitude, registered_stores.longitude)
                <> (EXCLUDED.name, EXCLUDED.latitude, EXCLUDED.longitude)
            """)
    }

    /// The names of some shops.
    static func names(
        of stores: Set<StoreID>, in transaction: borrowing Transaction
    ) async throws -> [StoreID: String] {
        guard !stores.isEmpty else { return [:] }
        let rows = try await transaction.query(
            "SELECT store_id, name FROM registered_stores WHERE store_id = ANY (\(stores.map(\.uuid)))")
        var names: [StoreID: String] = [:]
        for row in rows {
            let (id, name) = try row.decode(UUID.self, String.self)
            names[StoreID(id)] = name
        }
        return names
    }
}
