import BillingRules
import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities

/// The state of a subscription; the alias avoids a type of the messaging module with the same name.
package typealias SubscriptionState = BillingRules.Subscription

/// A subscription with the data stored beside its state.
package struct StoredSubscription: Sendable {
    package var state: SubscriptionState
    package let checkoutID: CheckoutID
    /// The provider's id of the payment page; nil until the provider has assigned one.
    package var pageID: String?
    package var pageURL: String?
    package var changedAt: Date
    /// The command that waits for a page that registers a card; for a payment page it is stored in the payment.
    var waiting: BillingDecisionWriter.CommandOrigin?

    init(
        state: SubscriptionState, checkoutID: CheckoutID, pageID: String? = nil, pageURL: String? = nil,
        changedAt: Date
    ) {
        self.state = state
        self.checkoutID = checkoutID
        self.pageID = pageID
        self.pageURL = pageURL
        self.changedAt = changedAt
    }

    /// The subscription's event; nil if its plan is not in the price list.
    func event(by rules: SubscriptionRules) -> SubscriptionChanged? {
        guard let price = rules.prices.price(of: state.choice) else { return nil }
        // A subscription without a pending payment registers a card for an amount of zero.
        let total = state.pending?.total ?? Money(minorUnits: 0, currency: price.currency)
        let checkout = state.checkoutEnd.map {
            SubscriptionChanged.Checkout(checkoutID: checkoutID, url: pageURL, total: total, expiresAt: $0)
        }
        return state.changed(by: rules, checkout: checkout, at: changedAt)
    }
}

/// The subscriptions of each person.
package enum SubscriptionRepository {
    private static let columns =
        "state, checkout_id, page_id, page_url, changed_at, operation_id, correlation_id"

    /// Locks an account's billing data until the transaction ends: handlers and provider calls are serialized by it.
    static func lock(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        _ = try await transaction.query(
            "SELECT pg_advisory_xact_lock(hashtextextended(\("billing/\(account)"), 0))::text")
    }

    /// A subscription; nil if it does not exist.
    package static func read(
        _ id: SubscriptionID, in transaction: borrowing Transaction
    ) async throws -> StoredSubscription? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM subscriptions WHERE subscription_id = \(id.uuid)"
        ).first.map(Self.subscription)
    }

    /// The subscription of a page, if any.
    static func read(page: String, in transaction: borrowing Transaction) async throws -> StoredSubscription? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM subscriptions WHERE page_id = \(page)"
        ).first.map(Self.subscription)
    }

    /// An account's subscriptions in the given states, newest first.
    static func list(
        of account: AccountID, _ statuses: [SubscriptionStatus], in transaction: borrowing Transaction
    ) async throws -> [StoredSubscription] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM subscriptions
            WHERE account_id = \(account.uuid) AND status = ANY (\(statuses.map(\.rawValue)))
            ORDER BY changed_at DESC
            """
        ).map(Self.subscription)
    }

    /// Stores the current state of a subscription.
    static func save(_ stored: StoredSubscription, in transaction: borrowing Transaction) async throws {
        let state = stored.state, json = try PostgresJSON(state)
        try await transaction.execute(
            """
            INSERT INTO subscriptions (
                subscription_id, account_id, version, status, state, checkout_id, page_id, page_url, due_at, changed_at,
                operation_id, correlation_id)
            VALUES (
                \(state.subscriptionID.uuid), \(state.accountID.uuid), \(state.version), \(state.status.rawValue),
                \(json), \(stored.checkoutID.uuid), \(stored.pageID), \(stored.pageURL), \(state.dueAt),
                \(stored.changedAt), \(stored.waiting?.operationID?.uuid), \(stored.waiting?.correlationID))
            ON CONFLICT (subscription_id) DO UPDATE SET
                version = EXCLUDED.version, status = EXCLUDED.status, state = EXCLUDED.state,
                page_id = EXCLUDED.page_id, page_url = EXCLUDED.page_url, due_at = EXCLUDED.due_at,
                changed_at = EXCLUDED.changed_at, operation_id = EXCLUDED.operation_id,
                correlation_id = EXCLUDED.correlation_id
            """)
    }

    /// Subscriptions with a due time, the longest overdue first.
    static func due(
        at now: Date, limit: Int, in database: some PostgresQuerying
    ) async throws -> [(SubscriptionID, AccountID)] {
        try await database.query(
            """
            SELECT subscription_id, account_id FROM subscriptions WHERE due_at <= \(now)
            ORDER BY due_at LIMIT \(limit)
            """
        ).map { row in
            let (subscription, account) = try row.decode(UUID.self, UUID.self)
            return (SubscriptionID(subscription), AccountID(account))
        }
    }

    /// A page of subscriptions in the order of their ids.
    static func page(
        after cursor: SubscriptionID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [StoredSubscription] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM subscriptions
            WHERE \(cursor?.uuid)::uuid IS NULL OR subscription_id > \(cursor?.uuid)
            ORDER BY subscription_id LIMIT \(limit)
            """
        ).map(Self.subscription)
    }

    private static func subscription(_ row: PostgresRow) throws -> StoredSubscription {
        let (state, checkout, page, url, changedAt, operation, correlation) = try row.decode(
            PostgresJSON.self, UUID.self, String?.self, String?.self, Date.self, UUID?.self, UUID?.self)
        var stored = StoredSubscription(
            state: try state.value(), checkoutID: CheckoutID(checkout), pageID: page, pageURL: url,
            changedAt: changedAt)
        if let operation, let correlation {
            stored.waiting = BillingDecisionWriter.CommandOrigin(OperationID(operation), correlation)
        }
        return stored
    }
}
