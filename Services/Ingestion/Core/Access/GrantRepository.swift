import EventContracts
import Foundation
import Postgres
import Sealing

/// The table `grants`.
package enum GrantRepository {
    private static let columns = """
        grant_id, owner_id, grantee_id, scopes, words_sealed, state, version, offered_at, accepted_at, ended_at,
            expires_at
        """

    /// Inserts a new grant.
    ///
    /// - Returns: False if the person has the maximum number.
    package static func insert(
        _ grant: Grant, tokenHash: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.lockCount(of: "grants", grant.owner)
        return try await transaction.execute(
            """
            INSERT INTO grants (grant_id, owner_id, token_hash, scopes, words_sealed, state, version, offered_at,
                expires_at)
            SELECT \(grant.id.uuid), \(grant.owner.uuid), \(tokenHash),
                \(grant.scopes.map(\.rawValue).sorted())::text[],
                \(grant.words.bytes), \(grant.state.rawValue), \(grant.version), \(grant.offeredAt), \(grant.expiresAt)
            WHERE (
                SELECT count(*) FROM grants
                WHERE owner_id = \(grant.owner.uuid) AND ended_at IS NULL AND expires_at > \(grant.offeredAt)
            ) < \(Int64(Grant.maxPerOwner))
            """) == 1
    }

    /// An active grant; nil if it does not exist, its owner's account is not active, or its owner has withdrawn the
    /// consent to sharing (GW-22).
    package static func standing(
        _ id: GrantID, to grantee: AccountID, at now: Date, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Grant? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM grants
            WHERE grant_id = \(id.uuid) AND grantee_id = \(grantee.uuid) AND state = 'active' AND expires_at > \(now)
                AND EXISTS (SELECT 1 FROM accounts WHERE account_id = owner_id AND status = 'active')
                AND COALESCE(
                    (
                        SELECT allowed FROM consents WHERE account_id = owner_id AND purpose = 'sharing'
                        ORDER BY version DESC LIMIT 1),
                    false)
            """
        ).first.map(grant)
    }

    /// A grant that the person gave or received.
    package static func read(
        _ id: GrantID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Grant? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM grants
            WHERE grant_id = \(id.uuid) AND (owner_id = \(account.uuid) OR grantee_id = \(account.uuid))
            """
        ).first.map(grant)
    }

    /// The grants that a person gave, the newest first, including ended ones.
    package static func given(by owner: AccountID, in database: some PostgresQuerying) async throws -> [Grant] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM grants WHERE owner_id = \(owner.uuid)
            ORDER BY offered_at DESC, grant_id LIMIT 100
            """
        ).map(grant)
    }

    /// The active grants that a person received, the newest first.
    package static func held(
        by grantee: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> [Grant] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM grants
            WHERE grantee_id = \(grantee.uuid) AND state = 'active' AND expires_at > \(now)
            ORDER BY accepted_at DESC, grant_id LIMIT 100
            """
        ).map(grant)
    }

    /// Assigns an offered grant to the holder of its invitation; works once, before it expires, and not for the owner.
    package static func accept(
        tokenHash: [UInt8], by grantee: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Grant? {
        try await transaction.query(
            """
            UPDATE grants SET grantee_id = \(grantee.uuid), state = 'active', token_hash = NULL, accepted_at = \(now),
                version = version + 1
            WHERE token_hash = \(tokenHash) AND state = 'offered' AND expires_at > \(now)
                AND offered_at > \(now - Grant.invitationLife) AND owner_id <> \(grantee.uuid)
                AND EXISTS (SELECT 1 FROM accounts WHERE account_id = owner_id AND status = 'active')
            RETURNING \(raw: columns)
            """
        ).first.map(grant)
    }

    /// Ends a grant, by its owner or its recipient.
    ///
    /// - Returns: The grant; nil if they have no such active grant.
    package static func end(
        _ id: GrantID, by account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Grant? {
        try await transaction.query(
            """
            UPDATE grants SET state = CASE WHEN owner_id = \(account.uuid) THEN 'withdrawn' ELSE 'declined' END,
                token_hash = NULL, ended_at = \(now), version = version + 1
            WHERE grant_id = \(id.uuid) AND ended_at IS NULL
                AND (owner_id = \(account.uuid) OR grantee_id = \(account.uuid))
            RETURNING \(raw: columns)
            """
        ).first.map(grant)
    }

    /// Ends all grants of an owner.
    ///
    /// - Returns: The grants that were active.
    package static func endAll(
        givenBy owner: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> [GrantID] {
        try await transaction.query(
            """
            UPDATE grants SET state = 'withdrawn', token_hash = NULL, ended_at = \(now), version = version + 1
            WHERE owner_id = \(owner.uuid) AND ended_at IS NULL RETURNING grant_id
            """
        ).map { GrantID(try $0.decode(UUID.self)) }
    }

    private static func grant(_ row: PostgresRow) throws -> Grant {
        let stateText: String = try row.decode("state")
        guard let state = GrantState(rawValue: stateText) else { throw UnknownStoredValue(column: "grants.state") }
        let scopes = try row.decode("scopes", as: [String].self)
        return Grant(
            id: GrantID(try row.decode("grant_id", as: UUID.self)),
            owner: AccountID(try row.decode("owner_id", as: UUID.self)),
            grantee: try row.decode("grantee_id", as: UUID?.self).map { AccountID($0) },
            scopes: Set(scopes.compactMap(GrantScope.init(rawValue:))),
            words: Sealed(bytes: try row.decode("words_sealed", as: [UInt8].self)), state: state,
            version: try row.decode("version"), offeredAt: try row.decode("offered_at"),
            acceptedAt: try row.decode("accepted_at", as: Date?.self),
            endedAt: try row.decode("ended_at", as: Date?.self), expiresAt: try row.decode("expires_at"))
    }
}
