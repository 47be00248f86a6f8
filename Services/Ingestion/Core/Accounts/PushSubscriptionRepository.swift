import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// A push subscription of a person's browser.
package struct StoredPushSubscription: Sendable {
    package let id: PushSubscriptionID
    package let account: AccountID
    package let details: Sealed<PushSubscriptionDetails>
    package let createdAt: Date

    package init(
        id: PushSubscriptionID, account: AccountID, details: Sealed<PushSubscriptionDetails>, createdAt: Date
    ) {
        self.id = id
        self.account = account
        self.details = details
        self.createdAt = createdAt
    }
}

/// The table `push_subscriptions`.
package enum PushSubscriptionRepository {
    /// Publishes a subscription; the details are nil for a removed one.
    package static func publish(
        _ id: PushSubscriptionID, of account: AccountID, _ details: Sealed<PushSubscriptionDetails>?,
        in transaction: borrowing Transaction
    ) throws {
        try transaction.append(
            PushSubscriptionChanged(
                accountID: account, subscriptionID: id, details: details, changedAt: try transaction.eventTime()),
            key: account, subject: id)
    }

    /// Maximum number of browsers per person; a new one replaces the oldest.
    package static let maxPerAccount = 20

    private static let columns = "subscription_id, account_id, details, created_at"

    /// The subscription with an endpoint, of any account; locked until the transaction ends.
    package static func lock(
        endpointIndex: [UInt8], in transaction: borrowing Transaction
    ) async throws -> StoredPushSubscription? {
        let rows = try await transaction.query(
            "SELECT \(raw: columns) FROM push_subscriptions WHERE endpoint_index = \(endpointIndex) FOR UPDATE")
        return try rows.first.map(subscription)
    }

    /// Inserts a subscription.
    ///
    /// - Returns: False if another account registered the same endpoint first.
    package static func insert(
        _ new: StoredPushSubscription, endpointIndex: [UInt8], by session: SessionID,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO push_subscriptions
                (subscription_id, account_id, session_id, endpoint_index, details, created_at)
            VALUES (
                \(new.id.uuid), \(new.account.uuid), \(session.uuid), \(endpointIndex), \(new.details.bytes),
                \(new.createdAt))
            ON CONFLICT (endpoint_index) DO NOTHING
            """) == 1
    }

    /// Replaces the details of a subscription, which belongs to the session from then on.
    package static func update(
        _ changed: StoredPushSubscription, by session: SessionID, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE push_subscriptions SET details = \(changed.details.bytes), session_id = \(session.uuid)
            WHERE subscription_id = \(changed.id.uuid)
            """)
    }

    /// A person's subscriptions, the newest first.
    package static func list(
        of account: AccountID, in database: some PostgresQuerying
    ) async throws -> [StoredPushSubscription] {
        let rows = try await database.lookUp(
            """
            SELECT \(raw: columns) FROM push_subscriptions WHERE account_id = \(account.uuid)
            ORDER BY created_at DESC, subscription_id LIMIT \(Int64(maxPerAccount))
            """)
        return try rows.map(subscription)
    }

    /// Removes a subscription of a person.
    ///
    /// - Returns: False if not found.
    package static func remove(
        _ id: PushSubscriptionID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            "DELETE FROM push_subscriptions WHERE subscription_id = \(id.uuid) AND account_id = \(account.uuid)") == 1
    }

    /// Minimum time between two test messages to a browser, in seconds.
    package static let testInterval: TimeInterval = 60

    /// Records a test message to a subscription, unless one was sent within `testInterval`.
    ///
    /// - Returns: Seconds until the next test is allowed, 0 if this one is; nil without such a subscription.
    package static func noteTest(
        of id: PushSubscriptionID, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> TimeInterval? {
        let rows = try await transaction.query(
            """
            SELECT subscription_id, tested_at FROM push_subscriptions
            WHERE subscription_id = \(id.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """)
        guard let row = rows.first else { return nil }
        let (_, last) = try row.decode(UUID.self, Date?.self)
        if let last, last + testInterval > now {
            return last.timeIntervalSince(now) + testInterval
        }
        try await transaction.execute(
            "UPDATE push_subscriptions SET tested_at = \(now) WHERE subscription_id = \(id.uuid)")
        return 0
    }

    /// Removes all subscriptions of a person.
    ///
    /// - Returns: The ids of the removed ones.
    package static func removeAll(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PushSubscriptionID] {
        try await transaction.query(
            "DELETE FROM push_subscriptions WHERE account_id = \(account.uuid) RETURNING subscription_id"
        ).map { PushSubscriptionID(try $0.decode(UUID.self)) }
    }

    /// Removes the subscriptions of ended sessions of some accounts, and publishes that, so that a lost phone shows no
    /// further notices.
    static func end(
        with sessions: [SessionID], of accounts: [AccountID], in transaction: borrowing Transaction
    ) async throws {
        guard !sessions.isEmpty else { return }
        try await publishRemoved(
            transaction.query(
                """
                DELETE FROM push_subscriptions
                WHERE account_id = ANY (\(accounts.map(\.uuid))) AND session_id = ANY (\(sessions.map(\.uuid)))
                RETURNING subscription_id, account_id
                """), in: transaction)
    }

    /// Removes the subscriptions of all sessions but one, and publishes that.
    ///
    /// One of an unknown session, made before sessions were stored, counts as another's.
    static func endAll(
        of account: AccountID, but kept: SessionID?, in transaction: borrowing Transaction
    ) async throws {
        try await publishRemoved(
            transaction.query(
                """
                DELETE FROM push_subscriptions
                WHERE account_id = \(account.uuid) AND session_id IS DISTINCT FROM \(kept?.uuid)::uuid
                RETURNING subscription_id, account_id
                """), in: transaction)
    }

    private static func publishRemoved(_ rows: [PostgresRow], in transaction: borrowing Transaction) throws {
        for row in rows {
            let (id, account) = try row.decode(UUID.self, UUID.self)
            try publish(PushSubscriptionID(id), of: AccountID(account), nil, in: transaction)
        }
    }

    /// Removes a person's subscriptions beyond the newest `maxCount`.
    ///
    /// - Returns: The ids of the removed ones.
    package static func removeOldest(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [PushSubscriptionID] {
        try await transaction.query(
            """
            DELETE FROM push_subscriptions WHERE subscription_id IN (
                SELECT subscription_id FROM push_subscriptions WHERE account_id = \(account.uuid)
                ORDER BY created_at DESC, subscription_id OFFSET \(Int64(maxPerAccount)))
            RETURNING subscription_id
            """
        ).map { PushSubscriptionID(try $0.decode(UUID.self)) }
    }

    /// The subscriptions of people within a range of ids; locked until the transaction ends, so that no later change
    /// can overtake them.
    package static func lock(
        of accounts: [AccountID], in transaction: borrowing Transaction
    ) async throws -> [StoredPushSubscription] {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM push_subscriptions WHERE account_id = ANY (\(accounts.map(\.uuid)))
            ORDER BY subscription_id FOR SHARE
            """
        ).map(subscription)
    }

    private static func subscription(_ row: PostgresRow) throws(PostgresError) -> StoredPushSubscription {
        let (id, account, details, createdAt) = try row.decode(UUID.self, UUID.self, [UInt8].self, Date.self)
        return StoredPushSubscription(
            id: PushSubscriptionID(id), account: AccountID(account), details: Sealed(bytes: details),
            createdAt: createdAt)
    }
}
