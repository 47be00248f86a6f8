import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Each person's data about the products they buy.
package enum BoughtProductRepository {
    /// A known product.
    struct Known: Sendable {
        let productID: PurchasedProductID
        let version: Int64
        let words: Sealed<PurchasedProductWords>
        let absorbed: Set<PurchasedProductID>
    }

    /// The account's products with one of the ids, including products into which one of them was merged.
    static func find(
        _ ids: Set<PurchasedProductID>, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [Known] {
        guard !ids.isEmpty else { return [] }
        let wanted = ids.map(\.uuid)
        return try await transaction.query(
            """
            SELECT product_id, version, words, absorbed FROM bought_products
            WHERE account_id = \(account.uuid)
                AND (product_id = ANY (\(wanted)::uuid[]) OR absorbed && \(wanted)::uuid[])
            ORDER BY product_id
            """
        ).map { row in
            let (id, version, words, absorbed) = try row.decode(UUID.self, Int64.self, [UInt8].self, [UUID].self)
            return Known(
                productID: PurchasedProductID(id), version: version, words: Sealed(bytes: words),
                absorbed: Set(absorbed.map { PurchasedProductID($0) }))
        }
    }

    /// Stores the current state of a product.
    static func save(_ product: PurchasedProductChanged, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO bought_products (product_id, account_id, version, words, absorbed)
            VALUES (
                \(product.productID.uuid), \(product.accountID.uuid), \(product.version), \(product.words.bytes),
                \((product.absorbed ?? []).map(\.uuid))::uuid[])
            ON CONFLICT (product_id) DO UPDATE SET
                version = EXCLUDED.version, words = EXCLUDED.words, absorbed = EXCLUDED.absorbed
            WHERE bought_products.account_id = EXCLUDED.account_id
            """)
    }

    /// Deletes a product that was merged into another one.
    static func remove(
        _ product: PurchasedProductID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "DELETE FROM bought_products WHERE product_id = \(product.uuid) AND account_id = \(account.uuid)")
    }
}
