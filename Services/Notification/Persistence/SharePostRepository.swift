import EventContracts
import Foundation
import NotificationChannels
import Postgres
import Sealing

/// A link whose attempt belongs to the caller.
struct ClaimedSharePost: Sendable {
    let share: ShareID
    let account: AccountID
    let words: Sealed<ShareWords>
    let language: String
    let expiresAt: Date
    let createdAt: Date
    /// The chat room; nil if the person no longer has one.
    let target: StoredTarget?
    var delivery: Delivery
}

/// Queue of links to post into chat rooms; `Delivery` decides the result of each.
package enum SharePostRepository {
    /// Queues a link; a known one is unchanged.
    static func queue(_ post: PostShare, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO share_posts (share_id, account_id, words, language, expires_at, next_try_at, created_at)
            VALUES (
                \(post.shareID.uuid), \(post.accountID.uuid), \(post.words.bytes), \(post.language), \(post.expiresAt),
                \(post.requestedAt), \(post.requestedAt))
            ON CONFLICT (share_id) DO NOTHING
            """)
    }

    /// Whether an attempt may be due.
    static func isAnythingDue(at now: Date, on pool: PostgresPool) async throws -> Bool {
        try await pool.lookUp(
            """
            SELECT EXISTS (
                SELECT FROM share_posts WHERE state = 'queued' AND next_try_at <= \(now) AND \(raw: Hold.isOver))
            """
        ).first?.decode(Bool.self) ?? false
    }

    /// Starts attempts of due links.
    ///
    /// - Returns: Links whose attempt belongs to the caller.
    /// - Throws: A `PostgresError`.
    static func claim(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ClaimedSharePost] {
        let rows = try await transaction.query(
            """
            SELECT p.share_id, p.account_id, p.words, p.language, p.expires_at, p.created_at, p.tries,
                p.first_tried_at, p.next_try_at, p.reason, t.target_id, t.details
            FROM share_posts p
            LEFT JOIN targets t ON t.account_id = p.account_id AND t.channel = 'chat'
            WHERE p.state = 'queued' AND p.next_try_at <= \(now) AND \(raw: Hold.isOver)
            ORDER BY p.next_try_at LIMIT \(limit) FOR UPDATE OF p SKIP LOCKED
            """)
        var claimed: [ClaimedSharePost] = [], touched: [ClaimedSharePost] = []
        for row in rows {
            var post = try Self.post(row)
            let isOurs = post.delivery.claim(at: now)
            touched.append(post)
            if isOurs { claimed.append(post) }
        }
        try await store(touched, at: now, holding: true, in: transaction)
        return claimed
    }

    /// Stores the state of links.
    ///
    /// - Parameters:
    ///   - changed: The links.
    ///   - now: The current time.
    ///   - isHolding: Whether their attempts start now, so that no other instance starts one.
    ///   - transaction: The transaction.
    /// - Throws: A `PostgresError`.
    static func store(
        _ changed: [ClaimedSharePost], at now: Date, holding isHolding: Bool = false,
        in transaction: borrowing Transaction
    ) async throws {
        for post in changed {
            let delivery = post.delivery, isQueued = delivery.state == .queued
            try await transaction.execute(
                """
                UPDATE share_posts SET
                    state = \(delivery.state.rawValue), tries = \(Int32(delivery.tries)),
                    first_tried_at = \(delivery.firstTriedAt), next_try_at = \(delivery.nextTryAt),
                    reason = \(delivery.reason), settled_at = \(isQueued ? nil : now),
                    held_until = \(raw: Hold.end(isHolding)),
                    words = CASE WHEN \(isQueued) THEN words END
                WHERE share_id = \(post.share.uuid) AND state = 'queued'
                """)
        }
    }

    /// Deletes links that were settled and requested before an instant.
    @discardableResult
    static func prune(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM share_posts WHERE created_at < \(limit) AND state <> 'queued'")
    }

    private static func post(_ row: PostgresRow) throws -> ClaimedSharePost {
        let (share, account, words, language, expires, created, tries, first, next, reason, target, details) =
            try row.decode(
                UUID.self, UUID.self, [UInt8].self, String.self, Date.self, Date.self, Int32.self, Date?.self,
                Date.self, String?.self, UUID?.self, [UInt8]?.self)
        var way: StoredTarget?
        if let target, let details {
            way = StoredTarget(id: target, account: AccountID(account), channel: .chat, details: details)
        }
        // Truncated to the precision of event times, so that a row that is due in the database is due here too.
        return ClaimedSharePost(
            share: ShareID(share), account: AccountID(account), words: Sealed(bytes: words), language: language,
            expiresAt: expires, createdAt: created, target: way,
            delivery: Delivery(
                queued: Int(tries), firstTriedAt: first.map(EventTime.truncate), nextTryAt: EventTime.truncate(next),
                reason: reason))
    }
}
