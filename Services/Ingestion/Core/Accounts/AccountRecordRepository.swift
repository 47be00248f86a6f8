import EventContracts
import Foundation
import Postgres

/// Access of administrators to the table `accounts`.
package enum AccountRecordRepository {
    /// An account; nil if it does not exist or is erased.
    package static func read(_ account: AccountID, in database: some PostgresQuerying) async throws -> AccountRecord? {
        try await database.query(
            """
            SELECT account_id, status, locale, time_zone, accepted_terms, created_at, suspended_at, (
                SELECT max(issued_at) FROM refresh_tokens JOIN sessions USING (session_id)
                WHERE sessions.account_id = accounts.account_id) AS last_active_at
            FROM accounts WHERE account_id = \(account.uuid) AND status <> 'erased'
            """
        ).first.map { row in
            AccountRecord(
                account: AccountID(try row.decode("account_id", as: UUID.self)), status: try row.decode("status"),
                locale: try row.decode("locale"), timeZone: try row.decode("time_zone"),
                acceptedTerms: try row.decode("accepted_terms"), createdAt: try row.decode("created_at"),
                lastActiveAt: try row.decode("last_active_at", as: Date?.self),
                suspendedAt: try row.decode("suspended_at", as: Date?.self))
        }
    }

    /// Suspends an account; one that is scheduled for erasure keeps its status, and is still erased when due.
    ///
    /// - Returns: The account's event; nil if it is suspended or erased.
    package static func suspend(
        _ account: AccountID, because sealed: [UInt8], at now: Date, in transaction: borrowing Transaction
    ) async throws -> AccountStandingChanged? {
        try await transaction.query(
            """
            UPDATE accounts SET status = CASE status WHEN 'active' THEN 'suspended' ELSE status END,
                suspended_at = \(now), suspension_sealed = \(sealed), updated_at = \(now),
                standing_version = standing_version + 1
            WHERE account_id = \(account.uuid)
                AND (status = 'active' OR (status = 'erasing' AND suspended_at IS NULL))
            RETURNING standing_version
            """
        ).first.map { row in
            AccountStandingChanged(
                accountID: account, version: try row.decode(Int64.self), standing: .suspended, changedAt: now)
        }
    }

    /// Reinstates a suspended account.
    ///
    /// - Returns: The account's event; nil if it is not suspended.
    package static func reinstate(
        _ account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> AccountStandingChanged? {
        try await transaction.query(
            """
            UPDATE accounts SET status = CASE status WHEN 'suspended' THEN 'active' ELSE status END,
                suspended_at = NULL, suspension_sealed = NULL, updated_at = \(now),
                standing_version = standing_version + 1
            WHERE account_id = \(account.uuid)
                AND (status = 'suspended' OR (status = 'erasing' AND suspended_at IS NOT NULL))
            RETURNING standing_version
            """
        ).first.map { row in
            AccountStandingChanged(
                accountID: account, version: try row.decode(Int64.self), standing: .active, changedAt: now)
        }
    }

    /// The suspension states of those accounts that were ever suspended; locked until the transaction ends, so that no
    /// later change can overtake them.
    package static func lockStandings(
        of accounts: [AccountID], at now: Date, in transaction: borrowing Transaction
    ) async throws -> [AccountStandingChanged] {
        try await transaction.query(
            """
            SELECT account_id, standing_version,
                status = 'suspended' OR (status = 'erasing' AND suspended_at IS NOT NULL)
            FROM accounts
            WHERE account_id = ANY (\(accounts.map(\.uuid))) AND standing_version > 0 AND status <> 'erased'
            ORDER BY account_id FOR SHARE
            """
        ).map { row in
            let (account, version, isSuspended) = try row.decode(UUID.self, Int64.self, Bool.self)
            return AccountStandingChanged(
                accountID: AccountID(account), version: version, standing: isSuspended ? .suspended : .active,
                changedAt: now)
        }
    }

    /// Corrects the language and time zone of an account that is not erased.
    ///
    /// - Returns: The account's event; nil if it does not exist.
    package static func correct(
        _ account: AccountID, locale: String?, timeZone: String?, at now: Date, in transaction: borrowing Transaction
    ) async throws -> AccountRegistered? {
        try await transaction.query(
            """
            UPDATE accounts SET locale = COALESCE(\(locale), locale), time_zone = COALESCE(\(timeZone), time_zone),
                version = version + 1, updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status <> 'erased'
            RETURNING locale, time_zone, accepted_terms, created_at
            """
        ).first.map { row in
            let (locale, zone, terms, created) = try row.decode(String.self, String.self, String.self, Date.self)
            return AccountRegistered(
                accountID: account, locale: locale, timeZone: zone, acceptedTerms: terms, registeredAt: created)
        }
    }

    /// The sealed reason of a suspension; nil if the account is not suspended.
    package static func suspension(of account: AccountID, in database: some PostgresQuerying) async throws -> [UInt8]? {
        try await database.query(
            "SELECT suspension_sealed FROM accounts WHERE account_id = \(account.uuid) AND status = 'suspended'"
        ).first?.decode("suspension_sealed", as: [UInt8]?.self)
    }
}
