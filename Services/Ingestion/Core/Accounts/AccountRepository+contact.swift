import EventContracts
import Foundation
import Postgres

/// A person's mail address, still sealed.
package struct StoredContact: Sendable {
    package let account: AccountID
    /// Version of the account.
    package let version: Int64
    package let emailSealed: [UInt8]
    package let emailIndex: [UInt8]
    package let isVerified: Bool
    package let locale: String
}

extension AccountRepository {
    private static let contactColumns =
        "account_id, version, email_sealed, email_index, email_verified_at IS NOT NULL AS is_verified, locale"

    /// Marks an address as verified.
    ///
    /// - Returns: The new version; nil if the account's address has changed, or it is not active.
    package static func verify(
        _ account: AccountID, at emailIndex: [UInt8], at now: Date, in transaction: borrowing Transaction
    ) async throws -> Int64? {
        try await transaction.query(
            """
            UPDATE accounts SET email_verified_at = COALESCE(email_verified_at, \(now)), version = version + 1,
                updated_at = \(now)
            WHERE account_id = \(account.uuid) AND email_index = \(emailIndex) AND status = 'active'
            RETURNING version
            """
        ).first?.decode(Int64.self)
    }

    /// Replaces a forgotten password; verifies the address too, since its mail was read.
    ///
    /// - Returns: The new version, and whether the address was verified before; nil if the account's address has
    ///   changed, or it is not active.
    package static func recover(
        _ account: AccountID, at emailIndex: [UInt8], passwordHash: String, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> (version: Int64, wasVerified: Bool)? {
        try await transaction.query(
            """
            UPDATE accounts AS account SET password_hash = \(passwordHash), has_password = true,
                version = account.version + 1, updated_at = \(now),
                email_verified_at = COALESCE(account.email_verified_at, \(now))
            FROM (
                SELECT account_id, email_verified_at IS NOT NULL AS was_verified FROM accounts
                WHERE account_id = \(account.uuid) AND email_index = \(emailIndex) AND status = 'active'
                FOR UPDATE) AS before
            WHERE account.account_id = before.account_id
            RETURNING account.version, before.was_verified
            """
        ).first.map { row in
            let (version, wasVerified) = try row.decode(Int64.self, Bool.self)
            return (version, wasVerified)
        }
    }

    /// The mail address for a sign-in address or username; nil if no account has it.
    package static func contact(
        signInIndex: [UInt8], in database: some PostgresQuerying
    ) async throws -> StoredContact? {
        try await database.query(
            """
            SELECT \(raw: contactColumns) FROM accounts
            WHERE (email_index = \(signInIndex) OR username_index = \(signInIndex)) AND status = 'active'
            """
        ).first.map(contact)
    }

    /// Whether the account still has the address; locked until the transaction ends.
    package static func has(
        _ contact: StoredContact, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await !transaction.query(
            """
            SELECT account_id FROM accounts
            WHERE account_id = \(contact.account.uuid) AND email_index = \(contact.emailIndex) AND status = 'active'
            FOR SHARE
            """
        ).isEmpty
    }

    /// The mail addresses of several people; locked until the transaction ends, so that no later change can overtake
    /// them.
    package static func lockContacts(
        of accounts: [AccountID], in transaction: borrowing Transaction
    ) async throws -> [StoredContact] {
        try await transaction.query(
            """
            SELECT \(raw: contactColumns) FROM accounts
            WHERE account_id = ANY (\(accounts.map(\.uuid))) AND status = 'active' ORDER BY account_id FOR SHARE
            """
        ).map(contact)
    }

    private static func contact(_ row: PostgresRow) throws -> StoredContact {
        let (account, version, sealed, index, isVerified, locale) = try row.decode(
            UUID.self, Int64.self, [UInt8].self, [UInt8].self, Bool.self, String.self)
        return StoredContact(
            account: AccountID(account), version: version, emailSealed: sealed, emailIndex: index,
            isVerified: isVerified, locale: locale)
    }
}
