import EventContracts
import Foundation
import NotificationRules
import Postgres

/// A test message whose attempt belongs to the caller.
struct ClaimedPushTest: Sendable {
    let subscription: PushSubscriptionID
    let account: AccountID
    let requestedAt: Date
    /// The locale as a BCP 47 tag; nil if the account is unknown.
    let locale: String?
    /// The browser; nil if it is unknown, or no longer subscribed.
    let target: StoredTarget?
}

/// The table `push_tests`: test messages to browsers.
package enum PushTestRepository {
    /// Queues a test, replacing an older one to the same browser.
    static func queue(_ test: SendTestPush, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO push_tests (subscription_id, account_id, requested_at, next_try_at)
            VALUES (
                \(test.subscriptionID.uuid), \(test.accountID.uuid), \(test.requestedAt), \(test.requestedAt))
            ON CONFLICT (subscription_id) DO UPDATE SET
                account_id = EXCLUDED.account_id, requested_at = EXCLUDED.requested_at,
                next_try_at = EXCLUDED.next_try_at, held_until = NULL, settled_at = NULL
            WHERE push_tests.requested_at < EXCLUDED.requested_at
            """)
    }

    /// Whether a test may be due.
    static func isAnythingDue(at now: Date, on pool: PostgresPool) async throws -> Bool {
        try await pool.lookUp(
            """
            SELECT EXISTS (
                SELECT FROM push_tests WHERE settled_at IS NULL AND next_try_at <= \(now) AND \(raw: Hold.isOver))
            """
        ).first?.decode(Bool.self) ?? false
    }

    /// Starts attempts of due tests; no other instance starts them meanwhile.
    ///
    /// - Throws: A `PostgresError`.
    static func claim(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ClaimedPushTest] {
        let rows = try await transaction.query(
            """
            WITH due AS (
                SELECT subscription_id FROM push_tests
                WHERE settled_at IS NULL AND next_try_at <= \(now) AND \(raw: Hold.isOver)
                ORDER BY next_try_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ), held AS (
                UPDATE push_tests SET held_until = \(raw: Hold.end(true))
                WHERE subscription_id IN (SELECT subscription_id FROM due)
                RETURNING subscription_id, account_id, requested_at
            )
            SELECT h.subscription_id, h.account_id, h.requested_at, a.locale, t.details
            FROM held h
            LEFT JOIN accounts a USING (account_id)
            LEFT JOIN targets t ON t.target_id = h.subscription_id AND t.account_id = h.account_id
            """)
        return try rows.map { row in
            let (subscription, account, requested, locale, details) = try row.decode(
                UUID.self, UUID.self, Date.self, String?.self, [UInt8]?.self)
            let target = details.map {
                StoredTarget(id: subscription, account: AccountID(account), channel: .webPush, details: $0)
            }
            return ClaimedPushTest(
                subscription: PushSubscriptionID(subscription), account: AccountID(account), requestedAt: requested,
                locale: locale, target: target)
        }
    }

    /// Stores the end of an attempt, unless a newer test to the browser was queued meanwhile.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - next: The time of the next attempt; nil if it is settled.
    ///   - now: The time.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    static func end(
        _ test: ClaimedPushTest, tryingAgain next: Date?, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE push_tests SET
                held_until = NULL, next_try_at = COALESCE(\(next), next_try_at),
                settled_at = \(next == nil ? now : nil)
            WHERE subscription_id = \(test.subscription.uuid) AND requested_at = \(test.requestedAt)
            """)
    }

    /// Removes tests that were requested before an instant.
    @discardableResult
    static func prune(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM push_tests WHERE requested_at < \(limit)")
    }
}
