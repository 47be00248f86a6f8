import EventContracts
import Foundation
import NotificationChannels
import NotificationRules
import Postgres
import Quantities
import Sealing

/// A message that the caller has claimed for an attempt.
package struct ClaimedDelivery: Sendable {
    let id: UUID
    var delivery: Delivery
    let account: AccountID
    let notice: NoticeID
    let channel: NotificationChannel
    let kind: NotificationKind
    let isUrgent: Bool
    /// Whether the notice is sent in one message with other notices of its target.
    let isDigest: Bool
    let text: Sealed<NoticeText>?
    let createdAt: Date
    /// The target; nil if it no longer exists.
    let target: StoredTarget?
}

/// Queue of messages over channels; `Delivery` decides the result of each.
package enum DeliveryRepository {
    /// A message to be queued.
    struct New: Sendable {
        let dueDelivery: DueDelivery
        let target: (id: UUID, channel: NotificationChannel)
        let at: Date
        /// Whether the notice is sent in one message with other notices of its target.
        let isDigest: Bool

        /// The id of the delivery, always the same for a version of a notice and a target.
        var id: UUID { NamedUUID.make("delivery/\(dueDelivery.notice)/\(dueDelivery.version)/\(target.id)") }
    }

    /// Queues messages; a queued one is unchanged.
    static func queue(_ new: [New], at now: Date, in transaction: borrowing Transaction) async throws {
        guard !new.isEmpty else { return }
        try await transaction.execute(
            """
            INSERT INTO deliveries (
                delivery_id, notice_id, notice_version, account_id, target_id, channel, kind, is_urgent, is_digest,
                next_try_at, created_at)
            SELECT *, \(now) FROM unnest(
                \(new.map(\.id)), \(new.map(\.dueDelivery.notice.uuid)), \(new.map(\.dueDelivery.version)),
                \(new.map(\.dueDelivery.account.uuid)), \(new.map(\.target.id)), \(new.map(\.target.channel)),
                \(new.map(\.dueDelivery.kind)), \(new.map(\.dueDelivery.isUrgent)),
                \(new.map(\.isDigest)), \(new.map(\.at)))
            ON CONFLICT DO NOTHING
            """)
    }

    /// The queued deliveries of notices.
    static func queuedDeliveries(
        of dueDeliveries: [DueDelivery], in transaction: borrowing Transaction
    ) async throws -> [NoticeID: [DeliveryStep.EarlierDelivery]] {
        let rows = try await transaction.query(
            """
            SELECT notice_id, channel, COALESCE(settled_at, created_at), state = 'failed' FROM deliveries
            WHERE (notice_id, notice_version) IN (
                SELECT * FROM unnest(\(dueDeliveries.map(\.notice.uuid)), \(dueDeliveries.map(\.version))))
            """)
        var published: [NoticeID: [DeliveryStep.EarlierDelivery]] = [:]
        for row in rows {
            let (notice, channel, at, hasFailed) = try row.decode(
                UUID.self, NotificationChannel.self, Date.self, Bool.self)
            // Truncated to the precision of event times.
            published[NoticeID(notice), default: []].append(
                .init(channel, at: EventTime.truncate(at), hasFailed: hasFailed))
        }
        return published
    }

    /// Whether a decision or an attempt may be due.
    static func isAnythingDue(isUrgent: Bool, at now: Date, on pool: PostgresPool) async throws -> Bool {
        try await pool.lookUp(
            """
            SELECT EXISTS (SELECT FROM tellings WHERE is_urgent = \(isUrgent) AND next_at <= \(now))
                OR EXISTS (
                    SELECT FROM deliveries
                    WHERE is_urgent = \(isUrgent) AND state = 'queued' AND next_try_at <= \(now)
                        AND \(raw: Hold.isOver))
            """
        ).first?.decode(Bool.self) ?? false
    }

    /// Starts attempts of due messages.
    ///
    /// - Parameters:
    ///   - isUrgent: Whether urgent or other messages are started.
    ///   - now: The current time.
    ///   - limit: Maximum number.
    ///   - transaction: The transaction that records the attempts.
    /// - Returns: Messages whose attempt belongs to the caller.
    /// - Throws: A `PostgresError`.
    static func claim(
        isUrgent: Bool, at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [ClaimedDelivery] {
        let rows = try await transaction.query(
            """
            SELECT \(raw: Self.claimedColumns)
            WHERE d.is_urgent = \(isUrgent) AND d.state = 'queued' AND d.next_try_at <= \(now) AND \(raw: Hold.isOver)
                AND NOT d.is_digest
            ORDER BY d.next_try_at LIMIT \(limit) FOR UPDATE OF d SKIP LOCKED
            """)
        return try await begin(rows, isUrgent: isUrgent, at: now, in: transaction)
    }

    /// A target with a due digest.
    struct DigestTarget: Sendable {
        let id: UUID
        let account: AccountID
        /// The day of the last digest.
        let lastDay: CalendarDay?
        /// Whether an attempt of a part was started, so that the other parts must be sent too.
        let isBegun: Bool
    }

    /// Locks targets with a due digest, so that no other instance sends a part of it.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - limit: Maximum number.
    ///   - transaction: Holds the locks.
    /// - Returns: The targets not locked by others.
    /// - Throws: A `PostgresError`.
    static func lockDigests(
        at now: Date, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [DigestTarget] {
        try await transaction.query(
            """
            SELECT target_id, account_id, digested_on::text, EXISTS (
                SELECT FROM deliveries d
                WHERE d.target_id = targets.target_id AND is_digest AND state = 'queued' AND next_try_at <= \(now)
                    AND \(raw: Hold.isOver) AND tries > 0)
            FROM targets
            WHERE target_id IN (
                SELECT target_id FROM deliveries
                WHERE NOT is_urgent AND is_digest AND state = 'queued' AND next_try_at <= \(now)
                    AND \(raw: Hold.isOver)
                ORDER BY next_try_at LIMIT \(limit))
            FOR NO KEY UPDATE SKIP LOCKED
            """
        ).map { row in
            let (id, account, day, isBegun) = try row.decode(UUID.self, UUID.self, String?.self, Bool.self)
            return DigestTarget(
                id: id, account: AccountID(account), lastDay: day.flatMap(CalendarDay.init), isBegun: isBegun)
        }
    }

    /// Postpones due messages of targets to a later digest.
    static func postponeDigests(_ later: [UUID: Date], at now: Date, in transaction: borrowing Transaction) async throws
    {
        guard !later.isEmpty else { return }
        let later = Array(later)
        try await transaction.execute(
            """
            UPDATE deliveries SET next_try_at = later.next_try_at
            FROM unnest(\(later.map(\.key)), \(later.map(\.value))) AS later (target_id, next_try_at)
            WHERE deliveries.target_id = later.target_id AND is_digest AND state = 'queued'
                AND deliveries.next_try_at <= \(now) AND \(raw: Hold.isOver)
            """)
    }

    /// Starts attempts of digests: all due messages of each target, which the caller has locked.
    ///
    /// - Parameters:
    ///   - targets: The targets, each with the day of the digest if it is a new one.
    ///   - now: The current time.
    ///   - transaction: The transaction that records the attempts.
    /// - Returns: The messages by target, the oldest first.
    /// - Throws: A `PostgresError`.
    static func claimDigests(
        of targets: [(id: UUID, day: CalendarDay?)], at now: Date, in transaction: borrowing Transaction
    ) async throws -> [[ClaimedDelivery]] {
        guard !targets.isEmpty else { return [] }
        let new = targets.compactMap { target in target.day.map { (id: target.id, day: $0) } }
        try await transaction.execute(
            """
            UPDATE targets SET digested_on = new.day::date
            FROM unnest(\(new.map(\.id)), \(new.map(\.day.description))) AS new (target_id, day)
            WHERE targets.target_id = new.target_id
            """)
        let rows = try await transaction.query(
            """
            SELECT \(raw: Self.claimedColumns)
            WHERE d.target_id = ANY (\(targets.map(\.id))) AND d.is_digest AND d.state = 'queued'
                AND d.next_try_at <= \(now) AND \(raw: Hold.isOver)
            ORDER BY n.created_at, d.delivery_id FOR UPDATE OF d
            """)
        let claimed = try await begin(rows, isUrgent: false, at: now, in: transaction)
        let gathered = Dictionary(grouping: claimed) { $0.target?.id }
        return gathered.values.sorted { $0[0].createdAt < $1[0].createdAt }
    }

    private static let claimedColumns = """
        d.delivery_id, d.account_id, d.notice_id, d.channel, d.kind, d.tries, d.first_tried_at, d.next_try_at, d.reason,
            n.text, n.created_at, t.target_id, t.details, d.is_digest
        FROM deliveries d
        JOIN notices n ON n.notice_id = d.notice_id
        LEFT JOIN targets t ON t.target_id = d.target_id AND t.account_id = d.account_id
        """

    private static func begin(
        _ rows: [PostgresRow], isUrgent: Bool, at now: Date, in transaction: borrowing Transaction
    ) async throws -> [ClaimedDelivery] {
        var claimed: [ClaimedDelivery] = [], touched: [ClaimedDelivery] = []
        for row in rows {
            var found = try Self.claimed(row, isUrgent: isUrgent)
            let isOurs = found.delivery.claim(at: now)
            touched.append(found)
            if isOurs { claimed.append(found) }
        }
        try await store(touched, at: now, holding: true, in: transaction)
        return claimed
    }

    /// Stores the results of deliveries; a seen state is kept.
    ///
    /// - Parameters:
    ///   - changed: The deliveries.
    ///   - now: The time.
    ///   - isHolding: Whether attempts start, so that no other instance starts one.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError`.
    static func store(
        _ changed: [ClaimedDelivery], at now: Date, holding isHolding: Bool = false,
        in transaction: borrowing Transaction
    ) async throws {
        guard !changed.isEmpty else { return }
        let states = changed.map(\.delivery)
        let settled: [Date?] = states.map { $0.state == .queued ? nil : now }
        try await transaction.execute(
            """
            UPDATE deliveries SET
                state = now.state, tries = now.tries, first_tried_at = now.first_tried_at,
                next_try_at = now.next_try_at, proof = now.proof, reason = now.reason, settled_at = now.settled_at,
                held_until = \(raw: Hold.end(isHolding))
            FROM unnest(
                \(changed.map(\.id)), \(states.map(\.state.rawValue)), \(states.map { Int32($0.tries) }),
                \(states.map(\.firstTriedAt)), \(states.map(\.nextTryAt)), \(states.map(\.proof)),
                \(states.map(\.reason)), \(settled)
            ) AS now (delivery_id, state, tries, first_tried_at, next_try_at, proof, reason, settled_at)
            WHERE deliveries.delivery_id = now.delivery_id AND deliveries.state = 'queued'
            """)
    }

    /// Discards digest parts of removed targets.
    @discardableResult
    static func dropOrphans(
        at now: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            """
            UPDATE deliveries SET state = 'failed', reason = 'gone', settled_at = \(now)
            WHERE state = 'queued' AND is_digest AND next_try_at <= \(now)
                AND NOT EXISTS (SELECT FROM targets WHERE targets.target_id = deliveries.target_id)
            """)
    }

    /// Deletes messages that were settled before an instant; messages of alerts are kept as proof as long as their
    /// notices.
    @discardableResult
    static func prune(
        before limit: Date, maxCount: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM deliveries WHERE delivery_id IN (
                SELECT delivery_id FROM deliveries
                WHERE created_at < \(limit) AND state <> 'queued' AND NOT is_urgent
                ORDER BY created_at LIMIT \(maxCount))
            """)
    }

    private static func claimed(_ row: PostgresRow, isUrgent: Bool) throws(PostgresError) -> ClaimedDelivery {
        let (id, account, notice, channel, kind, tries, first, next, reason, text, created, target, details, isDigest) =
            try row.decode(
                UUID.self, UUID.self, UUID.self, NotificationChannel.self, NotificationKind.self, Int32.self,
                Date?.self,
                Date.self, String?.self, [UInt8]?.self, Date.self, UUID?.self, [UInt8]?.self, Bool.self)
        var way: StoredTarget?
        if let target, let details {
            way = StoredTarget(id: target, account: AccountID(account), channel: channel, details: details)
        }
        // Truncated to the precision of event times, so that a row that is due in the database is due here too.
        let due = EventTime.truncate(next), began = first.map(EventTime.truncate)
        return ClaimedDelivery(
            id: id, delivery: Delivery(queued: Int(tries), firstTriedAt: began, nextTryAt: due, reason: reason),
            account: AccountID(account), notice: NoticeID(notice), channel: channel, kind: kind, isUrgent: isUrgent,
            isDigest: isDigest, text: text.map { Sealed(bytes: $0) }, createdAt: created, target: way)
    }
}
