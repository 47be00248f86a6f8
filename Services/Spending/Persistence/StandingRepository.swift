import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing

/// Suspended accounts, and the marks (pseudonyms of contributors) whose prices and answers are excluded because of
/// them.
package enum StandingRepository {
    /// The mark of a person's shared prices, if any; locks the person's preferences until the transaction ends.
    static func lockMark(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Sealed<UUID>? {
        let rows = try await transaction.query(
            "SELECT mark FROM shoppers WHERE account_id = \(account.uuid) FOR UPDATE")
        return try rows.first?.decode([UInt8]?.self).map { Sealed(bytes: $0) }
    }

    /// Stores whether an account is suspended.
    ///
    /// - Returns: False if it is not newer.
    static func save(_ published: AccountStandingChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO account_standings (account_id, version, is_suspended)
            VALUES (\(published.accountID.uuid), \(published.version), \(published.standing == .suspended))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, is_suspended = EXCLUDED.is_suspended
            WHERE account_standings.version < EXCLUDED.version
            """) == 1
    }

    /// Whether an account is suspended.
    static func isSuspended(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query(
            "SELECT account_id FROM account_standings WHERE account_id = \(account.uuid) AND is_suspended"
        ).isEmpty
    }

    /// Excludes what is under a mark if its account is suspended; call it before anything is shared under the mark.
    ///
    /// The row of the account stays locked for changes, so that a concurrent reinstatement finds the exclusion.
    static func exclude(
        _ mark: UUID, ifSuspended account: AccountID, in transaction: borrowing Transaction
    ) throws {
        let now = try transaction.eventTime()
        try transaction.executeLater(
            """
            INSERT INTO suspended_contributors (contributor, used_at)
            SELECT \(mark), \(now) FROM account_standings
            WHERE account_id = \(account.uuid) AND is_suspended FOR SHARE
            ON CONFLICT (contributor) DO UPDATE SET used_at = EXCLUDED.used_at
            """)
    }

    /// Excludes all data with a contributor's mark, and withdraws the meanings of codes that too few other people
    /// support.
    static func exclude(_ mark: UUID, in transaction: borrowing Transaction) async throws {
        let now = try transaction.eventTime(), today = CalendarDay(now, in: .gmt)
        try await transaction.execute(
            """
            INSERT INTO suspended_contributors (contributor, used_at) VALUES (\(mark), \(now))
            ON CONFLICT (contributor) DO UPDATE SET used_at = EXCLUDED.used_at
            """)
        let rows = try await transaction.query(
            """
            SELECT code_names.code, code_names.answer, counted.answer
            FROM code_names LEFT JOIN LATERAL (
                SELECT DISTINCT ON (network) code_answers.answer FROM code_answers
                WHERE code_answers.code = code_names.code AND network IS NOT NULL
                    AND counts_from <= \(today.description)::text::date
                    AND contributor NOT IN (SELECT contributor FROM suspended_contributors)
                ORDER BY network, contributor) AS counted ON true
            WHERE NOT is_reviewed
                AND code_names.code IN (SELECT code FROM code_answers WHERE contributor = \(mark))
            """)
        var shared: [UUID: UUID] = [:]
        var answers: [UUID: [UUID]] = [:]
        for row in rows {
            let (code, name, answer) = try row.decode(UUID.self, UUID.self, UUID?.self)
            shared[code] = name
            if let answer { answers[code, default: []].append(answer) }
        }
        let unsupported = shared.filter { MappingScreen.agreed(answers[$0.key] ?? []) != $0.value }.map(\.key)
        try await transaction.execute("DELETE FROM code_names WHERE code = ANY (\(unsupported)) AND NOT is_reviewed")
    }

    /// Includes all data with a contributor's mark again.
    static func include(_ mark: UUID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM suspended_contributors WHERE contributor = \(mark)")
    }

    /// Deletes the marks that suspended accounts have not used since a time, with everything under them.
    ///
    /// The marks of erased accounts cannot be told from others: their keys are destroyed.
    static func remove(before limit: Date, on pool: PostgresPool) async throws {
        try await pool.execute(
            """
            WITH gone AS (DELETE FROM suspended_contributors WHERE used_at < \(limit) RETURNING contributor),
                answers AS (DELETE FROM code_answers USING gone WHERE code_answers.contributor = gone.contributor)
            DELETE FROM price_observations USING gone WHERE price_observations.contributor = gone.contributor
            """)
    }
}
