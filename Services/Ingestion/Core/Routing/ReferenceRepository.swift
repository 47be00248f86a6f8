import EventContracts
import Foundation
import Postgres

/// Checks which resources an account may reference.
package enum ReferenceRepository {
    /// The given resources that belong to the account and are not deleted, or that a pending command of the account
    /// creates.
    package static func usable(
        _ resources: Set<ResourceReference>, by account: AccountID, in database: some PostgresQuerying
    ) async throws -> Set<ResourceReference> {
        guard !resources.isEmpty else { return [] }
        let kinds = Set(resources.map(\.kind.rawValue)).sorted(), ids = Set(resources.map(\.id)).map(\.self)
        let rows = try await database.query(
            """
            SELECT kind, id FROM documents
            WHERE owner = \(account.uuid) AND kind = ANY (\(kinds)::text[]) AND id = ANY (\(ids)::uuid[])
                AND deleted_at IS NULL
            UNION ALL
            SELECT resource_kind, resource_id FROM operations
            WHERE account_id = \(account.uuid) AND resource_kind = ANY (\(kinds)::text[])
                AND resource_id = ANY (\(ids)::uuid[]) AND status = 'pending'
            """)
        return Set(
            try rows.compactMap { row in
                let (kind, id) = try row.decode(String.self, UUID.self)
                return ResourceKind(rawValue: kind).map { ResourceReference($0, id) }
            })
    }
}
