import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `community_prices`.
package enum CommunityPriceRepository {
    /// Stores the prices of a product if they are newer than the stored ones.
    package static func put(_ published: CommunityPriceChanged, in transaction: borrowing Transaction) async throws {
        let body = String(decoding: try EventCoding.encode(published), as: UTF8.self)
        try await transaction.execute(
            """
            INSERT INTO community_prices AS known (product_key, version, body)
            VALUES (\(published.product.uuid), \(published.version), \(body)::json)
            ON CONFLICT (product_key) DO UPDATE SET version = excluded.version, body = excluded.body
            WHERE known.version < excluded.version
            """)
    }

    /// The known prices of some products.
    package static func read(
        _ keys: Set<CommunityProductID>, in database: some PostgresQuerying
    ) async throws -> [CommunityProductID: [CommunityPrice]] {
        guard !keys.isEmpty else { return [:] }
        let rows = try await database.lookUp(
            "SELECT body FROM community_prices WHERE product_key = ANY (\(keys.map(\.uuid))::uuid[])")
        var prices: [CommunityProductID: [CommunityPrice]] = [:]
        for row in rows {
            let published = try EventCoding.decode(
                CommunityPriceChanged.self, from: Array(try row.decode(String.self).utf8))
            prices[published.product] = published.prices
        }
        return prices
    }
}
