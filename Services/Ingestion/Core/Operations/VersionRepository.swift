import EventContracts
import Foundation
import Postgres

/// The newest version that the gateway assigned to a resource, with the accepted change.
package struct AssignedVersion: Sendable {
    package let version: Int64
    /// The command's data, with personal fields sealed; nil after a deletion, and for resources that are always
    /// replaced as a whole.
    package let accepted: [UInt8]?
    /// When the version was assigned.
    package let assignedAt: Date
}

/// The table `resource_versions`.
package enum VersionRepository {
    /// The newest version of a resource of the account; nil if none was assigned.
    package static func read(
        _ resource: ResourceReference, of account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> AssignedVersion? {
        let rows = try await database.lookUp(
            """
            SELECT version, accepted, updated_at FROM resource_versions
            WHERE account_id = \(account.uuid) AND kind = \(resource.kind.rawValue) AND resource_id = \(resource.id)
            """)
        return try rows.first.map { row in
            let (version, accepted, assignedAt) = try row.decode(Int64.self, String?.self, Date.self)
            return AssignedVersion(
                version: version, accepted: accepted.map { Array($0.utf8) }, assignedAt: assignedAt)
        }
    }

    /// The newest versions of some resources, each with its account: indices into the list, starting at 1, with
    /// versions; resources without a version are left out.
    static func versions(of resources: [(resource: ResourceReference, account: AccountID)]) -> SQL {
        let accounts = resources.map(\.account.uuid), kinds = resources.map(\.resource.kind.rawValue)
        let ids = resources.map(\.resource.id)
        return """
            SELECT place, version
            FROM unnest(\(accounts), \(kinds), \(ids)) WITH ORDINALITY AS wanted (account, kind, id, place)
            CROSS JOIN LATERAL (
                SELECT version FROM resource_versions
                WHERE account_id = wanted.account AND kind = wanted.kind AND resource_id = wanted.id OFFSET 0) AS found
            """
    }

    /// Clears accepted changes of resources deleted before an instant, unless a change came after it.
    package static func empty(deletedBefore limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws
        -> Int
    {
        try await database.execute(
            """
            UPDATE resource_versions SET accepted = NULL WHERE (account_id, kind, resource_id) IN (
                SELECT account_id, known.kind, resource_id
                FROM resource_versions AS known JOIN documents ON documents.kind = known.kind
                    AND documents.id = resource_id AND owner = account_id AND documents.version = known.version
                WHERE accepted IS NOT NULL AND deleted_at < \(limit) AND NOT is_empty LIMIT \(maxCount))
            """)
    }

    /// Assigns the next version to a resource, with the accepted change if later ones build on it.
    ///
    /// - Parameters:
    ///   - resource: The resource of the account; its row stays locked for the rest of the transaction.
    ///   - account: The owner.
    ///   - previous: The required newest version, 0 for none; nil accepts any.
    ///   - accepted: The command's data.
    ///   - now: When it was accepted.
    ///   - transaction: The transaction that also appends the command.
    /// - Returns: The new version, or nil if `previous` is no longer the newest.
    /// - Throws: A `PostgresError`.
    package static func next(
        of resource: ResourceReference, of account: AccountID, after previous: Int64?, accepted: [UInt8]?,
        at now: Date, in transaction: borrowing Transaction
    ) async throws -> Int64? {
        let text = accepted.map { String(decoding: $0, as: UTF8.self) }
        let rows = try await transaction.query(
            """
            INSERT INTO resource_versions AS known (account_id, kind, resource_id, version, accepted, updated_at)
            VALUES (\(account.uuid), \(resource.kind.rawValue), \(resource.id), 1, \(text)::json, \(now))
            ON CONFLICT (account_id, kind, resource_id) DO UPDATE
            SET version = known.version + 1, accepted = excluded.accepted, updated_at = excluded.updated_at
            WHERE \(previous)::bigint IS NULL OR known.version = \(previous)
            RETURNING version
            """)
        return try rows.first?.decode(Int64.self)
    }
}
