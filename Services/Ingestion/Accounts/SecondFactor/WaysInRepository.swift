import EventContracts
import Foundation
import IngestionCore
import Postgres

/// By what somebody can sign in to an account.
struct WaysIn: Sendable, Equatable {
    let hasPassword: Bool
    let passkeys: Int64
    let identities: Int64

    /// Whether one can still sign in when one passkey or identity is gone.
    var canSpareOne: Bool { hasPassword || passkeys + identities > 1 }
}

/// What of the ways in stands in several tables.
enum WaysInRepository {
    /// The ways into an account, of which none comes or goes until the transaction ends; nil when there is no such account.
    static func lock(of account: AccountID, in transaction: borrowing Transaction) async throws -> WaysIn? {
        try await transaction.query(
            """
            SELECT has_password, (SELECT count(*) FROM passkeys p WHERE p.account_id = a.account_id),
                (SELECT count(*) FROM identities i WHERE i.account_id = a.account_id)
            FROM accounts a WHERE account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map { row in
            let (hasPassword, passkeys, identities) = try row.decode(Bool.self, Int64.self, Int64.self)
            return WaysIn(hasPassword: hasPassword, passkeys: passkeys, identities: identities)
        }
    }

    /// By what one signs in beside the password, the oldest first.
    static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [AccountWayIn] {
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
            guard let kind = AccountWayIn.Kind(rawValue: code) else { throw UnknownStoredValue(column: "kind") }
            return AccountWayIn(kind: kind, issuer: issuer, since: since)
        }
    }

    /// Takes away whatever one signs in by beside the password, what is on its way too.
    ///
    /// - Returns: Whether there was any.
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

    /// Whether a session stands still; what ends it waits until the transaction ends.
    ///
    /// What is added by a session must not outlive its end: a recovery that ends it takes away what it finds.
    static func holds(_ principal: Principal, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            "SELECT 1 FROM accounts WHERE account_id = \(principal.account.uuid) FOR UPDATE")
        return try await !transaction.query(
            "SELECT 1 FROM sessions WHERE session_id = \(principal.session.uuid) AND ended_at IS NULL"
        ).isEmpty
    }

    /// There is no password any more that anybody knows.
    ///
    /// - Returns: False when there was none, or the address is not known to be the person's, or there is no passkey.
    static func dropPassword(
        of account: AccountID, unknownHash hash: String, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE accounts SET has_password = false, password_hash = \(hash), version = version + 1,
                updated_at = \(now)
            WHERE account_id = \(account.uuid) AND has_password AND email_verified_at IS NOT NULL
                AND status = 'active' AND EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account_id = accounts.account_id)
            """) == 1
    }

    /// A new account has no password that anybody knows.
    static func markWithoutPassword(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE accounts SET has_password = false WHERE account_id = \(account.uuid)")
    }

    /// When the person showed who they are to whom they signed in by; nil when nobody knows.
    static func authenticated(in session: SessionID, in database: some PostgresQuerying) async throws -> Date? {
        let rows = try await database.query(
            "SELECT authenticated_at FROM sessions WHERE session_id = \(session.uuid)")
        return try rows.first?.decode("authenticated_at", as: Date?.self)
    }

    /// What sign-in needs to know of an account that was found by something else than its address.
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
