import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Sealing

/// The products that each person buys.
package enum PurchasedProductRepository {
    private static let columns =
        "account_id, product_id, version, is_provisional, words, changed_at, deleted_at, absorbed"

    /// All products of a person that were not merged into another one; locked until the transaction ends.
    package static func lockAll(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM purchased_products
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL ORDER BY product_id FOR UPDATE
            """
        ).map(Self.product)
    }

    /// Products of a person by their ids.
    package static func read(
        _ ids: Set<PurchasedProductID>, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM purchased_products
            WHERE account_id = \(account.uuid) AND product_id = ANY (\(ids.map(\.uuid))) AND deleted_at IS NULL
            """
        ).map(Self.product)
    }

    /// The merged products of a person, with the products that replace them.
    package static func absorbed(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> AbsorbedProducts {
        let rows = try await transaction.query(
            """
            SELECT product_id, absorbed FROM purchased_products
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL AND absorbed IS NOT NULL
            """)
        var absorbed = AbsorbedProducts()
        for row in rows {
            let (heir, products) = try row.decode(UUID.self, PostgresJSON.self)
            absorbed.note(try products.value(), by: PurchasedProductID(heir))
        }
        return absorbed
    }

    /// Stores the current state of a product.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(
        _ product: PurchasedProductChanged, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let absorbed = try product.absorbed.map { try PostgresJSON($0) }
        return try await transaction.execute(
            """
            INSERT INTO purchased_products (
                account_id, product_id, version, is_provisional, words, changed_at, deleted_at, absorbed)
            VALUES (
                \(product.accountID.uuid), \(product.productID.uuid), \(product.version), \(product.isProvisional),
                \(product.words.bytes), \(product.changedAt), \(product.deletedAt),
                \(absorbed))
            ON CONFLICT (product_id) DO UPDATE SET
                version = EXCLUDED.version, is_provisional = EXCLUDED.is_provisional, words = EXCLUDED.words,
                changed_at = EXCLUDED.changed_at, deleted_at = EXCLUDED.deleted_at,
                absorbed = EXCLUDED.absorbed
            WHERE purchased_products.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of products, including merged ones, in the order of their ids.
    package static func page(
        after cursor: PurchasedProductID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [PurchasedProductChanged] {
        try await transaction.page(
            of: Self.columns, from: "purchased_products", by: "product_id", after: cursor?.uuid, limit: limit
        ).map(Self.product)
    }

    /// Removes products merged before a time, and old questions.
    package static func remove(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM purchased_products WHERE deleted_at < \(limit)")
        try await database.execute("DELETE FROM product_questions WHERE due_at < \(limit)")
    }

    private static func product(_ row: PostgresRow) throws -> PurchasedProductChanged {
        let (account, id, version, isProvisional, words, changedAt, deletedAt, absorbed) = try row.decode(
            UUID.self, UUID.self, Int64.self, Bool.self, [UInt8].self, Date.self, Date?.self,
            PostgresJSON?.self)
        return PurchasedProductChanged(
            accountID: AccountID(account), productID: PurchasedProductID(id), version: version,
            isProvisional: isProvisional, words: Sealed(bytes: words), changedAt: changedAt, deletedAt: deletedAt,
            absorbed: try absorbed?.value())
    }
}
