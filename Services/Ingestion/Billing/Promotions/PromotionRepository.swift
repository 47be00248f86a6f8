import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `promotions`.
enum PromotionRepository {
    /// How long a shown promotion is repeated for the same account, in seconds, so that it does not flicker.
    static let showing: TimeInterval = 3_600
    /// Time after which a dismissed promotion may be shown again, in seconds.
    static let rest: TimeInterval = 90 * 86_400

    /// A shown promotion.
    struct Shown: Sendable {
        let id: String
        let shownAt: Date
        let dismissedAt: Date?
        /// How often the promotion was shown on the current day.
        let timesToday: Int
    }

    /// An account's shown promotions, latest first.
    static func shown(
        to account: AccountID, at now: Date, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Shown] {
        try await database.query(
            """
            SELECT promotion, shown_at, dismissed_at,
                CASE day WHEN (\(now)::timestamptz AT TIME ZONE 'UTC')::date THEN times ELSE 0 END::bigint
            FROM promotions WHERE account_id = \(account.uuid)
            ORDER BY shown_at DESC
            """
        ).map { row in
            let (id, shown, dismissed, times) = try row.decode(String.self, Date.self, Date?.self, Int64.self)
            return Shown(id: id, shownAt: shown, dismissedAt: dismissed, timesToday: Int(times))
        }
    }

    /// Number of an account's commands since a time.
    static func actions(
        of account: AccountID, since: Date, atMost maxCount: Int,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.query(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM operations WHERE account_id = \(account.uuid) AND created_at > \(since) LIMIT \(maxCount)
            ) AS given
            """
        ).first?.decode(Int.self) ?? 0
    }

    /// Records that a promotion is shown.
    static func show(_ id: String, to account: AccountID, at now: Date, in transaction: borrowing Transaction)
        async throws
    {
        try await transaction.execute(
            """
            INSERT INTO promotions AS known (account_id, promotion, shown_at, day, times)
            VALUES (\(account.uuid), \(id), \(now), (\(now)::timestamptz AT TIME ZONE 'UTC')::date, 1)
            ON CONFLICT (account_id, promotion) DO UPDATE
            SET shown_at = excluded.shown_at, dismissed_at = NULL, clicked_at = NULL, day = excluded.day,
                times = CASE known.day WHEN excluded.day THEN known.times + 1 ELSE 1 END
            """)
    }

    /// A person's action on a promotion.
    enum Reaction: String {
        case dismissed = "dismissed_at"
        case clicked = "clicked_at"
    }

    /// Records a person's action on a promotion.
    ///
    /// - Returns: Whether this is the first time since it was shown; nil if it was never shown.
    static func note(
        _ reaction: Reaction, to id: String, by account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool? {
        let before = try await transaction.query(
            """
            SELECT \(raw: reaction.rawValue) IS NULL FROM promotions
            WHERE account_id = \(account.uuid) AND promotion = \(id) FOR UPDATE
            """
        ).first
        guard let before else { return nil }
        let isFirst = try before.decode(Bool.self)
        guard isFirst else { return false }
        try await transaction.execute(
            """
            UPDATE promotions SET \(raw: reaction.rawValue) = \(now)
            WHERE account_id = \(account.uuid) AND promotion = \(id)
            """)
        return true
    }
}
