import EventContracts
import Foundation
import Postgres

/// The table `catalogue_releases`: imported tables of foods, the newest release of each source.
package enum CatalogueReleaseRepository {
    /// Stores a release if it is newer than the stored one.
    package static func put(_ release: CatalogueReleased, in transaction: borrowing Transaction) async throws {
        let body = String(decoding: try EventCoding.encode(release), as: UTF8.self)
        try await transaction.execute(
            """
            INSERT INTO catalogue_releases AS known (source, version, body)
            VALUES (\(release.source), \(release.version), \(body)::json)
            ON CONFLICT (source) DO UPDATE SET version = excluded.version, body = excluded.body
            WHERE known.version < excluded.version
            """)
    }

    /// All releases, by source.
    package static func all(in database: some PostgresQuerying) async throws -> [CatalogueReleased] {
        try await database.query("SELECT body::text FROM catalogue_releases ORDER BY source").map { row in
            try EventCoding.decode(CatalogueReleased.self, from: Array(try row.decode("body", as: String.self).utf8))
        }
    }
}
