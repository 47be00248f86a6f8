import EventContracts
import Foundation
import Postgres

/// An erased account.
package struct ErasedAccount: Sendable, Hashable {
    package let account: AccountID
    package let erasure: ErasureID
    package let erasedAt: Date

    /// Creates an erasure from its values.
    package init(account: AccountID, erasure: ErasureID, erasedAt: Date) {
        self.account = account
        self.erasure = erasure
        self.erasedAt = erasedAt
    }
}

/// The table `erased_accounts`.
package enum ErasedAccounts {
    /// Number of rows deleted with the account so far; locks its row if there is one.
    static func deleted(of account: AccountID, in transaction: borrowing Transaction) async throws -> [String: Int] {
        try await transaction.query(
            "SELECT deleted FROM erased_accounts WHERE account_id = \(account.uuid) FOR UPDATE"
        ).first.map { try $0.decode(PostgresJSON.self).value() } ?? [:]
    }

    /// Whether an account is erased.
    package static func contains(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM erased_accounts WHERE account_id = \(account.uuid)").isEmpty
    }

    /// Stores the account with the number of deleted rows.
    static func save(
        _ erased: ErasedAccount, deleted: [String: Int], at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let deleted = try PostgresJSON(deleted)
        try await transaction.execute(
            """
            INSERT INTO erased_accounts (account_id, erasure_id, erased_at, deleted, applied_at)
            VALUES (\(erased.account.uuid), \(erased.erasure.uuid), \(erased.erasedAt), \(deleted), \(now))
            ON CONFLICT (account_id) DO UPDATE SET deleted = EXCLUDED.deleted, applied_at = EXCLUDED.applied_at
            """)
    }

    /// Accounts whose erasure is not finished.
    static func open(before limit: Date, maxCount: Int, in pool: PostgresPool) async throws -> [ErasedAccount] {
        try await pool.query(
            """
            SELECT account_id, erasure_id, erased_at FROM erased_accounts
            WHERE checked_at IS NULL AND (applied_at IS NULL OR applied_at < \(limit))
            ORDER BY applied_at NULLS FIRST LIMIT \(maxCount)
            """
        ).map(erased)
    }

    /// Locks an account whose erasure is not finished.
    ///
    /// - Returns: Whether this is the first erasure; nil if another instance is processing the account, or has finished
    ///   it.
    static func isFirst(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool? {
        try await transaction.query(
            """
            SELECT applied_at IS NULL FROM erased_accounts
            WHERE account_id = \(account.uuid) AND checked_at IS NULL FOR UPDATE SKIP LOCKED
            """
        ).first?.decode(Bool.self)
    }

    /// Marks the repetition as done, so that the erasure is finished.
    static func checked(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE erased_accounts SET checked_at = applied_at WHERE account_id = \(account.uuid)")
    }

    /// A page of erased accounts, ordered by id.
    package static func page(
        after account: AccountID?, limit: Int, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [ErasedAccount] {
        try await database.query(
            """
            SELECT account_id, erasure_id, erased_at FROM erased_accounts
            WHERE \(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid)::uuid
            ORDER BY account_id LIMIT \(limit)
            """
        ).map(erased)
    }

    private static func erased(_ row: PostgresRow) throws -> ErasedAccount {
        let (account, erasure, erasedAt) = try row.decode(UUID.self, UUID.self, Date.self)
        return ErasedAccount(account: AccountID(account), erasure: ErasureID(erasure), erasedAt: erasedAt)
    }
}
