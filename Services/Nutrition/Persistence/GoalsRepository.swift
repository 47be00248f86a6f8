import EventContracts
import Foundation
import Messaging
import Postgres

/// The goals of each person, as they now are.
package struct GoalsRepository: Sendable {
    package init() {}

    private static let columns = "account_id, version, settings, changed_at"

    /// The person's goals, or nil when there never were any; locked until the transaction ends.
    package func lock(_ account: AccountID, in transaction: borrowing Transaction) async throws -> GoalsChanged? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM goals WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map(Self.goals)
    }

    /// Stores goals in place of those before.
    package func save(_ goals: GoalsChanged, in transaction: borrowing Transaction) throws {
        let settings = try PostgresJSON(goals.goals)
        try transaction.executeLater(
            """
            INSERT INTO goals (account_id, version, settings, changed_at)
            VALUES (\(goals.accountID.uuid), \(goals.version), \(settings), \(goals.changedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, settings = EXCLUDED.settings, changed_at = EXCLUDED.changed_at
            """)
    }

    /// A page of goals in the order of the account ids.
    package func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [GoalsChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM goals
            WHERE \(cursor?.uuid)::uuid IS NULL OR account_id > \(cursor?.uuid)
            ORDER BY account_id LIMIT \(limit)
            """
        ).map(Self.goals)
    }

    private static func goals(_ row: PostgresRow) throws -> GoalsChanged {
        let (account, version, settings, changedAt) = try row.decode(
            UUID.self, Int64.self, PostgresJSON.self, Date.self)
        return GoalsChanged(
            accountID: AccountID(account), version: version, goals: try settings.value(), changedAt: changedAt)
    }
}
