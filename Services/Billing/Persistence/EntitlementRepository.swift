import EventContracts
import Foundation
import Messaging
import Postgres

/// The last published entitlement of each account, and its provider customer.
package struct EntitlementRepository: Sendable {
    package init() {}

    /// Locks an account's entitlement until the transaction ends; taken after all other locks.
    func lock(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        _ = try await transaction.query(
            "SELECT pg_advisory_xact_lock(hashtextextended(\("billing/entitlement/\(account)"), 0))::text")
    }

    /// The last published entitlement; nil if none.
    func read(_ account: AccountID, in transaction: borrowing Transaction) async throws -> EntitlementChanged? {
        try await transaction.query("SELECT body FROM entitlements WHERE account_id = \(account.uuid)")
            .first.map { try $0.decode(PostgresJSON.self).value() }
    }

    /// Stores the published entitlement.
    func save(_ told: EntitlementChanged, in transaction: borrowing Transaction) async throws {
        let body = try PostgresJSON(told)
        try await transaction.execute(
            """
            INSERT INTO entitlements (account_id, version, body)
            VALUES (\(told.accountID.uuid), \(told.version), \(body))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, body = EXCLUDED.body
            """)
    }

    /// A page of published entitlements, in the order of the accounts.
    func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [EntitlementChanged] {
        try await transaction.query(
            """
            SELECT body FROM entitlements WHERE \(cursor?.uuid)::uuid IS NULL OR account_id > \(cursor?.uuid)
            ORDER BY account_id LIMIT \(limit)
            """
        ).map { try $0.decode(PostgresJSON.self).value() }
    }
}

/// How people are known to the provider: names of objects there, nothing to pay with.
package struct CustomerRepository: Sendable {
    package init() {}

    /// A person at the provider.
    struct Customer: Sendable, Equatable {
        let customerID: String
        /// The provider's name for the card that they left.
        var cardID: String?
    }

    /// The customer of an account; nil if the provider does not know it.
    func read(
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
    func save(
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
    func keepCard(
        _ card: String, of account: AccountID, at provider: String, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE customers SET card_id = \(card)
            WHERE account_id = \(account.uuid) AND provider = \(provider) AND card_id IS DISTINCT FROM \(card)
            """)
    }
}
