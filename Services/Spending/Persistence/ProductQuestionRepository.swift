import EventContracts
import Foundation
import Postgres

/// The table `product_questions`: products that the language model has not been asked about yet.
package enum ProductQuestionRepository {
    /// A product to ask about.
    struct Question: Sendable {
        let account: AccountID
        let product: PurchasedProductID
        /// Number of attempts, including this one.
        let tries: Int
    }

    /// Adds a product to the queue.
    static func add(
        _ product: PurchasedProductID, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO product_questions (product_id, account_id, due_at)
            VALUES (\(product.uuid), \(account.uuid), \(now)) ON CONFLICT (product_id) DO NOTHING
            """)
    }

    /// Claims the product that has waited the longest, until an instant.
    static func take(
        at now: Date, until later: Date, in transaction: borrowing Transaction
    ) async throws -> Question? {
        let rows = try await transaction.query(
            """
            UPDATE product_questions SET due_at = \(later), tries = tries + 1 WHERE product_id = (
                SELECT product_id FROM product_questions WHERE due_at <= \(now)
                ORDER BY due_at, product_id LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING account_id, product_id, tries::bigint
            """)
        return try rows.first.map { row in
            let (account, product, tries) = try row.decode(UUID.self, UUID.self, Int64.self)
            return Question(
                account: AccountID(account), product: PurchasedProductID(product), tries: Int(tries))
        }
    }

    /// Removes a product from the queue.
    static func remove(_ product: PurchasedProductID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM product_questions WHERE product_id = \(product.uuid)")
    }
}
