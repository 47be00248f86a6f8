import EventContracts
import IngestionCore
import Postgres

/// The table `products`.
package enum ProductRepository {
    /// Stores a product if it is newer than the stored one.
    package static func put(_ product: ProductChanged, in transaction: borrowing Transaction) async throws {
        let body = String(decoding: try EventCoding.encode(product), as: UTF8.self)
        try await transaction.execute(
            """
            INSERT INTO products AS known (gtin, version, body)
            VALUES (\(product.gtin.digits), \(product.version), \(body)::json)
            ON CONFLICT (gtin) DO UPDATE SET version = excluded.version, body = excluded.body
            WHERE known.version < excluded.version
            """)
    }

    /// A product; nil if no complete reading of it is known.
    package static func read(_ gtin: GTIN, in database: some PostgresQuerying) async throws -> ProductChanged? {
        let rows = try await database.lookUp("SELECT body FROM products WHERE gtin = \(gtin.digits)")
        return try rows.first.map { row in
            try EventCoding.decode(ProductChanged.self, from: Array(try row.decode(String.self).utf8))
        }
    }
}
