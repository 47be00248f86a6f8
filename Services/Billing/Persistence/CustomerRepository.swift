import EventContracts
import Foundation
import Messaging
import Postgres

/// The provider's ids of people and their cards; no card numbers.
package enum CustomerRepository {
    /// A person at the provider.
    struct Customer: Sendable, Equatable {
        let customerID: String
        /// The provider's id of the registered card.
        var cardID: String?
    }

    /// The customer of an account; nil if the provider does not know it.
    static func read(
        _ account: AccountID, at provider: String, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Customer? {
        try await database.query(
            """
            SELECT customer_id, card_id FROM customers WHERE account_id = \(account.uuid) AND provider = \(provider)
            """
        ).first.map { row in
            let (customer, card) = try row.decode(String.self, String?.self)
            return Customer(customerID: customer, cardID: card)
        }
    }

    /// Stores the provider's id of a person.
    static func save(
        _ customer: String, of account: AccountID, at provider: String, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO customers (account_id, provider, customer_id)
            VALUES (\(account.uuid), \(provider), \(customer))
            ON CONFLICT (account_id, provider) DO UPDATE SET customer_id = EXCLUDED.customer_id
            """)
    }

    /// Stores the provider's id of a person's card.
    static func keepCard(
        _ card: String, of account: AccountID, at provider: String, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE customers SET card_id = \(card)
            WHERE account_id = \(account.uuid) AND provider = \(provider) AND card_id IS DISTINCT FROM \(card)
            """)
    }
}
