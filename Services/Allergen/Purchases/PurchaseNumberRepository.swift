import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities

/// Recently bought products per account, as hashes of their numbers, for as long as label changes are announced.
package enum PurchaseNumberRepository {
    /// Stores the products of a purchase in place of those before.
    static func save(
        _ products: Set<GTIN>, of purchase: PurchaseJudged, in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater("DELETE FROM purchase_numbers WHERE receipt_id = \(purchase.receiptID.uuid)")
        guard !products.isEmpty, purchase.deletedAt == nil else { return }
        try transaction.executeLater(
            """
            INSERT INTO purchase_numbers (receipt_id, product, account_id, bought_on)
            SELECT \(purchase.receiptID.uuid), product, \(purchase.accountID.uuid),
                \(purchase.boughtOn.description)::text::date
            FROM unnest(\(products.sorted().map(Self.key))::uuid[]) AS bought (product)
            """)
    }

    /// The next account, in the order of ids, that bought a product recently, if any.
    static func nextBuyer(
        of gtin: GTIN, after account: AccountID?, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> AccountID? {
        try await database.query(
            """
            SELECT account_id FROM purchase_numbers
            WHERE product = \(Self.key(gtin)) AND (\(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid))
            ORDER BY account_id LIMIT 1
            """
        ).first.map { AccountID(try $0.decode(UUID.self)) }
    }

    /// The purchases of an account that include a product.
    static func purchases(
        of gtin: GTIN, by account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [ReceiptID] {
        try await transaction.query(
            """
            SELECT receipt_id FROM purchase_numbers
            WHERE product = \(Self.key(gtin)) AND account_id = \(account.uuid) ORDER BY bought_on, receipt_id
            """
        ).map { ReceiptID(try $0.decode(UUID.self)) }
    }

    /// Deletes purchases from before a day.
    package static func remove(
        before day: CalendarDay, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM purchase_numbers WHERE bought_on < \(day.description)::text::date")
    }

    private static func key(_ gtin: GTIN) -> UUID { NamedUUID.make("bought-product/\(gtin.digits)") }
}
