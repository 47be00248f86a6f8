import EventContracts
import Foundation
import IngestionCore
import Postgres

/// An identity at an external issuer.
struct IdentityID: Identifier {
    let uuid: UUID
    init(_ uuid: UUID) { self.uuid = uuid }
}

/// A link between an account and a person at an external issuer.
struct Identity: Sendable {
    let id: IdentityID
    let account: AccountID
    /// The issuer's name in the configuration.
    let issuer: String
    /// Keyed hash of the issuer and its id of the person.
    let subjectIndex: [UInt8]
    let linkedAt: Date
    var lastUsedAt: Date?
}

/// The tables `identities`, `identity_links` and `issuer_attempts`.
enum IdentityRepository {
    private static let columns = "identity_id, account_id, issuer, subject_index, linked_at, last_used_at"

    /// Inserts an identity.
    ///
    /// - Returns: False if it is already linked, or the account already has one of this issuer.
    static func insert(_ identity: Identity, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO identities (identity_id, account_id, issuer, subject_index, linked_at, last_used_at)
            VALUES (\(identity.id.uuid), \(identity.account.uuid), \(identity.issuer), \(identity.subjectIndex),
                \(identity.linkedAt), \(identity.lastUsedAt))
            ON CONFLICT DO NOTHING
            """) == 1
    }

    static func find(subjectIndex: [UInt8], in database: some PostgresQuerying) async throws -> Identity? {
        try await database.query(
            "SELECT \(raw: columns) FROM identities WHERE subject_index = \(subjectIndex)"
        ).first.map(identity)
    }

    static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [Identity] {
        try await database.query(
            "SELECT \(raw: columns) FROM identities WHERE account_id = \(account.uuid) ORDER BY linked_at, identity_id"
        ).map(identity)
    }

    /// Records a sign-in with an identity.
    ///
    /// - Returns: False if it no longer exists.
    static func use(_ id: IdentityID, at now: Date, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            "UPDATE identities SET last_used_at = \(now) WHERE identity_id = \(id.uuid)") == 1
    }

    /// Removes an identity.
    ///
    /// - Returns: False if it did not exist.
    static func remove(
        _ id: IdentityID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            "DELETE FROM identities WHERE identity_id = \(id.uuid) AND account_id = \(account.uuid)") == 1
    }

    /// Marks a new account as created by an issuer: its address is verified, and it has no password.
    static func markMadeByIssuer(
        _ account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            UPDATE accounts SET has_password = false, email_verified_at = \(now)
            WHERE account_id = \(account.uuid)
            """)
    }

    private static func identity(_ row: PostgresRow) throws -> Identity {
        let (id, account, issuer, index, linked, used) = try row.decode(
            UUID.self, UUID.self, String.self, [UInt8].self, Date.self, Date?.self)
        return Identity(
            id: IdentityID(id), account: AccountID(account), issuer: issuer, subjectIndex: index, linkedAt: linked,
            lastUsedAt: used)
    }

    // MARK: - Attempts

    static func begin(
        state hash: [UInt8], at issuer: String, binding: [UInt8], until end: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO issuer_attempts (state_hash, issuer, binding, expires_at)
            VALUES (\(hash), \(issuer), \(binding), \(end))
            """)
    }

    /// Consumes an attempt, whatever its result.
    ///
    /// - Returns: Whether the client with this binding began it, at this issuer, recently enough.
    static func take(
        state hash: [UInt8], at issuer: String, binding: [UInt8], at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        let isRight = try await database.query(
            """
            DELETE FROM issuer_attempts WHERE state_hash = \(hash)
            RETURNING issuer = \(issuer) AND binding = \(binding) AND expires_at > \(now)
            """
        ).first.map { try $0.decode(Bool.self) }
        return isRight ?? false
    }

    // MARK: - Links

    /// Stores an identity that the account can link after its next sign-in.
    static func offer(
        link hash: [UInt8], to account: AccountID, _ issuer: String, subjectIndex: [UInt8], until end: Date,
        in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO identity_links (link_hash, account_id, issuer, subject_index, expires_at)
            VALUES (\(hash), \(account.uuid), \(issuer), \(subjectIndex), \(end))
            """)
    }

    /// Redeems a link for an identity; nil if this account has no such link, or it has expired.
    static func take(
        link hash: [UInt8], of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> (issuer: String, subjectIndex: [UInt8])? {
        try await transaction.query(
            """
            DELETE FROM identity_links
            WHERE link_hash = \(hash) AND account_id = \(account.uuid) AND expires_at > \(now)
            RETURNING issuer, subject_index
            """
        ).first.map { row in
            let (issuer, index) = try row.decode(String.self, [UInt8].self)
            return (issuer, index)
        }
    }

    /// Deletes expired attempts and links.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        let attempts = try await database.execute(
            """
            DELETE FROM issuer_attempts WHERE state_hash IN (
                SELECT state_hash FROM issuer_attempts WHERE expires_at < \(limit) LIMIT \(maxCount))
            """)
        let links = try await database.execute(
            """
            DELETE FROM identity_links WHERE link_hash IN (
                SELECT link_hash FROM identity_links WHERE expires_at < \(limit) LIMIT \(maxCount))
            """)
        return max(attempts, links)
    }
}
