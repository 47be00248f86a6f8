import EventContracts
import Foundation
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
