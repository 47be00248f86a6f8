import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities

/// Published community prices.
package enum PublishedPriceRepository {
    private static let columns = "product_key, version, prices, changed_at"

    /// Products whose prices may have changed: recently paid by enough independent people, or with a published price
    /// that may have expired.
    static func due(
        since day: CalendarDay, on today: CalendarDay, after cursor: UUID?, limit: Int,
        in transaction: borrowing Transaction
    ) async throws -> [UUID] {
        try await transaction.query(
            """
            SELECT product_key FROM (
                SELECT product_key FROM price_observations 
                WHERE day >= \(day.description)::text::date AND counts_from <= \(today.description)::text::date
                GROUP BY product_key HAVING count(DISTINCT contributor) >= \(CommunityPrices.minPeople)
                UNION SELECT product_key FROM community_prices WHERE prices <> '[]') AS due
            WHERE \(cursor)::uuid IS NULL OR product_key > \(cursor)
            ORDER BY product_key LIMIT \(limit)
            """
        ).map { try $0.decode(UUID.self) }
    }

    /// The published prices of some products.
    static func prices(
        of keys: [UUID], in transaction: borrowing Transaction
    ) async throws -> [UUID: CommunityPriceChanged] {
        let rows = try await transaction.query(
            "SELECT \(raw: Self.columns) FROM community_prices WHERE product_key = ANY (\(keys)::uuid[])")
        let all = try rows.map(Self.event)
        return Dictionary(all.map { ($0.product.uuid, $0) }) { first, _ in first }
    }

    /// Stores a published price.
    ///
    /// - Returns: False if another instance has published that version.
    static func save(_ published: CommunityPriceChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let prices = try PostgresJSON(published.prices)
        return try await transaction.execute(
            """
            INSERT INTO community_prices (product_key, version, prices, changed_at)
            VALUES (\(published.product.uuid), \(published.version), \(prices), \(published.changedAt))
            ON CONFLICT (product_key) DO UPDATE SET
                version = EXCLUDED.version, prices = EXCLUDED.prices, changed_at = EXCLUDED.changed_at
            WHERE community_prices.version < EXCLUDED.version
            """) == 1
    }

    /// A page of all products in the order of their ids.
    static func page(
        after cursor: UUID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [CommunityPriceChanged] {
        try await transaction.page(
            of: Self.columns, from: "community_prices", by: "product_key", after: cursor, limit: limit
        ).map(Self.event)
    }

    private static func event(_ row: PostgresRow) throws -> CommunityPriceChanged {
        let (key, version, prices, changedAt) = try row.decode(UUID.self, Int64.self, PostgresJSON.self, Date.self)
        return CommunityPriceChanged(
            product: CommunityProductID(key), version: version, prices: try prices.value(), changedAt: changedAt)
    }
}

/// Republishes community prices, for rebuilding projections.
package struct PublishedPriceSnapshots: SnapshotSource {
    package var topic: Topic { CommunityPriceChanged.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let page = try await PublishedPriceRepository.page(
            after: cursor.flatMap { CommunityProductID(text: $0) }?.uuid, limit: limit, in: transaction)
        for price in page {
            try transaction.append(price, key: price.product, subject: price.product, isSnapshot: true)
        }
        return page.count < limit ? nil : page.last?.product.description
    }
}
