import EventContracts
import Foundation
import Postgres
import Quantities

/// The last announced state of each subscription, and reminders still due.
enum SubscriptionRepository {
    /// The previous state.
    struct Known: Sendable {
        let version: Int64
        /// The last step that the person was notified of.
        let published: String
    }

    /// The state of a subscription; locked until the transaction ends.
    static func lock(
        _ subscription: SubscriptionID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Known? {
        try await transaction.query(
            """
            SELECT version, told FROM subscriptions
            WHERE subscription_id = \(subscription.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map { row in
            let (version, published) = try row.decode(Int64.self, String.self)
            return Known(version: version, published: published)
        }
    }

    /// Stores the state of a subscription; a charge already reminded of gets no second reminder.
    static func save(
        _ subscription: SubscriptionChanged, published: String, in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            INSERT INTO subscriptions (
                subscription_id, account_id, version, told, status, renews_at, price, currency, changes_plan, remind_at)
            VALUES (
                \(subscription.subscriptionID.uuid), \(subscription.accountID.uuid), \(subscription.version),
                \(published),
                \(subscription.status.rawValue), \(subscription.renewsAt), \(subscription.price.minorUnits),
                \(subscription.price.currency.code), \(subscription.next != nil), \(subscription.remindsAt))
            ON CONFLICT (subscription_id) DO UPDATE SET
                version = EXCLUDED.version, told = EXCLUDED.told, status = EXCLUDED.status,
                renews_at = EXCLUDED.renews_at, price = EXCLUDED.price, currency = EXCLUDED.currency,
                changes_plan = EXCLUDED.changes_plan,
                remind_at = CASE
                    WHEN subscriptions.remind_at IS NULL AND subscriptions.renews_at = EXCLUDED.renews_at THEN NULL
                    ELSE EXCLUDED.remind_at END
            WHERE subscriptions.version < EXCLUDED.version
            """)
    }

    /// Claims the charges with a due reminder; other instances do not get them.
    static func takeComing(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ComingCharge] {
        let rows = try await transaction.query(
            """
            UPDATE subscriptions SET remind_at = NULL
            WHERE subscription_id IN (
                SELECT subscription_id FROM subscriptions WHERE remind_at <= \(now)
                ORDER BY remind_at LIMIT \(limit) FOR UPDATE SKIP LOCKED)
            RETURNING account_id, subscription_id, renews_at, price, currency, status, changes_plan
            """)
        return try rows.compactMap { row -> ComingCharge? in
            let (account, id, at, price, code, status, changesPlan) = try row.decode(
                UUID.self, UUID.self, Date?.self, Int64.self, String.self, String.self, Bool.self)
            // A charge in the past needs no reminder.
            guard let at, at > now, let currency = Currency(stored: code) else { return nil }
            return ComingCharge(
                account: AccountID(account), subscription: SubscriptionID(id), at: at,
                price: Money(minorUnits: price, currency: currency),
                isTrial: status == SubscriptionStatus.trialing.rawValue, changesPlan: changesPlan)
        }
    }
}
