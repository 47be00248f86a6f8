import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The sign-in methods of an account.
struct SignInMethods: Sendable, Equatable {
    let hasPassword: Bool
    let passkeys: Int64
    let identities: Int64

    /// Whether the account keeps a sign-in method if one passkey or identity is removed.
    var canSpareOne: Bool { hasPassword || passkeys + identities > 1 }
}

/// Queries on sign-in methods across tables.
enum SignInMethodRepository {
    /// The sign-in methods of an account, locked until the transaction ends; nil if the account does not exist.
    static func lock(of account: AccountID, in transaction: borrowing Transaction) async throws -> SignInMethods? {
        try await transaction.query(
            """
            SELECT has_password, (SELECT count(*) FROM passkeys p WHERE p.account_id = a.account_id),
                (SELECT count(*) FROM identities i WHERE i.account_id = a.account_id)
            FROM accounts a WHERE account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map { row in
            let (hasPassword, passkeys, identities) = try row.decode(Bool.self, Int64.self, Int64.self)
            return SignInMethods(hasPassword: hasPassword, passkeys: passkeys, identities: identities)
        }
    }

    /// Sign-in methods besides the password, oldest first.
    static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [AccountSignInMethod] {
        try await database.query(
            """
            SELECT 'passkey' AS kind, NULL AS issuer, created_at AS since FROM passkeys
            WHERE account_id = \(account.uuid)
            UNION ALL
            SELECT 'identity', issuer, linked_at FROM identities WHERE account_id = \(account.uuid)
            UNION ALL
            SELECT 'secondFactor', NULL, confirmed_at FROM second_factors
            WHERE account_id = \(account.uuid) AND confirmed_at IS NOT NULL AND secret_sealed IS NOT NULL
            ORDER BY since, kind DESC
            """
        ).map { row in
            let (code, issuer, since) = try row.decode(String.self, String?.self, Date.self)
            guard let kind = AccountSignInMethod.Kind(rawValue: code) else { throw UnknownStoredValue(column: "kind") }
            return AccountSignInMethod(kind: kind, issuer: issuer, since: since)
        }
    }

    /// Removes all sign-in methods beside the password, including pending ones.
    ///
    /// - Returns: Whether there were any.
    static func removeAll(of account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        let id = account.uuid
        let passkeys = try await transaction.execute("DELETE FROM passkeys WHERE account_id = \(id)")
        let identities = try await transaction.execute("DELETE FROM identities WHERE account_id = \(id)")
        let factors = try await transaction.execute("DELETE FROM second_factors WHERE account_id = \(id)")
        try await transaction.execute("DELETE FROM passkey_challenges WHERE account_id = \(id)")
        try await transaction.execute("DELETE FROM sign_in_challenges WHERE account_id = \(id)")
        try await transaction.execute("DELETE FROM identity_links WHERE account_id = \(id)")
        return passkeys + identities + factors > 0
    }

    /// Locks a session if it is active; ending it waits for the transaction.
    ///
    /// A method added by a session must not survive its end: a recovery that ends the session removes what it finds.
    static func holds(_ principal: Principal, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            "SELECT 1 FROM accounts WHERE account_id = \(principal.account.uuid) FOR UPDATE")
        return try await !transaction.query(
            "SELECT 1 FROM sessions WHERE session_id = \(principal.session.uuid) AND ended_at IS NULL"
        ).isEmpty
    }

    /// Removes the password.
    ///
    /// - Returns: False without one, a verified address, or a passkey.
    static func dropPassword(
        of account: AccountID, unknownHash hash: String, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE accounts SET has_password = false, password_hash = \(hash), version = version + 1,
                updated_at = \(now)
            WHERE account_id = \(account.uuid) AND has_password AND email_verified_at IS NOT NULL
                AND status = 'active' AND EXISTS (SELECT 1 FROM passkeys
                    WHERE passkeys.account_id = accounts.account_id)
            """) == 1
    }

    /// Marks a new account as having no usable password.
    static func markWithoutPassword(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE accounts SET has_password = false WHERE account_id = \(account.uuid)")
    }

    /// When the person was authenticated for the session's sign-in; nil if unknown.
    static func authenticated(in session: SessionID, in database: some PostgresQuerying) async throws -> Date? {
        let rows = try await database.query(
            "SELECT authenticated_at FROM sessions WHERE session_id = \(session.uuid)")
        return try rows.first?.decode("authenticated_at", as: Date?.self)
    }

    /// The sign-in data of an account found by something other than its address.
    static func credentials(
        of account: AccountID, in database: some PostgresQuerying
    ) async throws -> AccountCredentials? {
        try await database.query(
            """
            SELECT account_id, password_hash, status IN ('active', 'erasing'), status = 'suspended', revocation_version
            FROM accounts WHERE account_id = \(account.uuid)
            """
        ).first.map { row in
            let (account, hash, isActive, isSuspended, version) = try row.decode(
                UUID.self, String.self, Bool.self, Bool.self, Int64.self)
            return AccountCredentials(
                account: AccountID(account), passwordHash: hash, isActive: isActive, isSuspended: isSuspended,
                revocationVersion: version)
        }
    }
}
