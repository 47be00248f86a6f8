import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities

/// The goals of each person: current and earlier ones.
package enum GoalsRepository {
    private static let columns = "account_id, version, settings, changed_at, to_char(from_day, 'YYYY-MM-DD')"

    /// The person's goals, or nil if there never were any; locked until the transaction ends.
    package static func lock(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> GoalsChanged? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM goals WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map(Self.goals)
    }

    /// Stores new current goals; the previous ones are kept for the days on which they applied.
    ///
    /// - Parameters:
    ///   - goals: The goals.
    ///   - day: The first day on which they apply.
    ///   - transaction: The transaction to use.
    /// - Throws: `EncodingError`, or a `PostgresError`.
    package static func save(
        _ goals: GoalsChanged, from day: CalendarDay, in transaction: borrowing Transaction
    ) throws {
        let settings = try PostgresJSON(goals.goals)
        try transaction.executeLater(
            """
            INSERT INTO goals (account_id, version, settings, changed_at, from_day)
            VALUES (
                \(goals.accountID.uuid), \(goals.version), \(settings), \(goals.changedAt),
                \(day.description)::text::date)
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, settings = EXCLUDED.settings, changed_at = EXCLUDED.changed_at,
                from_day = EXCLUDED.from_day
            """)
        try transaction.executeLater(
            """
            INSERT INTO goal_periods (account_id, from_day, version, settings, changed_at)
            VALUES (
                \(goals.accountID.uuid), \(day.description)::text::date, \(goals.version), \(settings),
                \(goals.changedAt))
            ON CONFLICT (account_id, from_day) DO UPDATE SET
                version = EXCLUDED.version, settings = EXCLUDED.settings, changed_at = EXCLUDED.changed_at
            """)
    }

    /// A page of current and earlier goals, in the order of account and day.
    package static func page(
        after account: AccountID?, _ day: CalendarDay?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [GoalsChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM goal_periods
            WHERE \(account?.uuid)::uuid IS NULL
                OR (account_id, from_day) > (\(account?.uuid)::uuid, \(day?.description)::text::date)
            ORDER BY account_id, from_day LIMIT \(limit)
            """
        ).map(Self.goals)
    }

    private static func goals(_ row: PostgresRow) throws -> GoalsChanged {
        let (account, version, settings, changedAt, from) = try row.decode(
            UUID.self, Int64.self, PostgresJSON.self, Date.self, String?.self)
        return GoalsChanged(
            accountID: AccountID(account), version: version, goals: try settings.value(), changedAt: changedAt,
            from: try from.map(CalendarDay.init(stored:)))
    }
}
