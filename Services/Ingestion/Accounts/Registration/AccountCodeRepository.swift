import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `account_codes`.
enum AccountCodeRepository {
    /// Maximum number of codes of one kind mailed to a person within `window`.
    static let maxPerWindow = 3
    /// Equal to the lifetime of a recovery code, so that a person who reaches the limit still has a valid code.
    static let window: TimeInterval = AccountMailKind.recoveryLife

    /// Stores a new code that replaces the previous one.
    ///
    /// - Returns: False if too many were sent recently.
    static func keep(
        _ code: AccountCode, for purpose: AccountCode.Purpose, of account: AccountID, mailedTo emailIndex: [UInt8],
        until ends: Date, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let limit = now.addingTimeInterval(-window)
        return try await transaction.execute(
            """
            INSERT INTO account_codes AS code
                (account_id, kind, code_hash, email_index, expires_at, sent, sent_since)
            VALUES (\(account.uuid), \(purpose.rawValue), \(code.hash), \(emailIndex), \(ends), 1, \(now))
            ON CONFLICT (account_id, kind) DO UPDATE SET
                code_hash = EXCLUDED.code_hash, email_index = EXCLUDED.email_index, expires_at = EXCLUDED.expires_at,
                used_at = NULL,
                sent = CASE WHEN code.sent_since > \(limit) THEN code.sent + 1 ELSE 1 END,
                sent_since = CASE WHEN code.sent_since > \(limit) THEN code.sent_since ELSE EXCLUDED.sent_since END
            WHERE code.sent_since <= \(limit) OR code.sent < \(Int64(maxPerWindow))
            """) == 1
    }

    /// The account of a valid recovery code.
    static func owner(
        ofRecovery code: AccountCode, at now: Date, in database: some PostgresQuerying
    ) async throws -> AccountID? {
        try await database.lookUp(
            """
            SELECT account_id FROM account_codes
            WHERE code_hash = \(code.hash) AND kind = \(AccountCode.Purpose.recovery.rawValue)
                AND used_at IS NULL AND expires_at > \(now)
            """
        ).first.map { AccountID(try $0.decode(UUID.self)) }
    }

    /// Redeems a code.
    ///
    /// - Returns: False if it belongs to another account, kind or address, was used, or has expired.
    static func use(
        _ code: AccountCode, for purpose: AccountCode.Purpose, of account: AccountID, mailedTo emailIndex: [UInt8],
        at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE account_codes SET used_at = \(now)
            WHERE account_id = \(account.uuid) AND kind = \(purpose.rawValue) AND code_hash = \(code.hash)
                AND email_index = \(emailIndex) AND used_at IS NULL AND expires_at > \(now)
            """) == 1
    }

    /// Voids a person's recovery codes, because the password or address has changed.
    static func voidRecovery(of account: AccountID, at now: Date, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            UPDATE account_codes SET used_at = \(now)
            WHERE account_id = \(account.uuid) AND kind = \(AccountCode.Purpose.recovery.rawValue)
                AND used_at IS NULL
            """)
    }

    /// Deletes codes that expired before an instant.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM account_codes WHERE (account_id, kind) IN (
                SELECT account_id, kind FROM account_codes WHERE expires_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
