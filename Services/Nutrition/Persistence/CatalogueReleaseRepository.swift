import EventContracts
import Foundation
import Messaging
import Postgres

/// The newest release of each imported table of foods.
package enum CatalogueReleaseRepository {
    private static let columns = "source, version, uri, sha256, bytes, foods, released_at, withdrawn_at"

    /// The newest releases, by source.
    package static func all(
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [CatalogueReleased] {
        try await database.query("SELECT \(raw: Self.columns) FROM catalogue_releases ORDER BY source")
            .map(Self.release)
    }

    /// The newest release of a source, locked until the transaction ends; nil if there never was one.
    package static func lock(
        _ source: String, in transaction: borrowing Transaction
    ) async throws -> CatalogueReleased? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM catalogue_releases WHERE source = \(source) FOR UPDATE"
        ).first.map(Self.release)
    }

    /// Stores a release as the newest of its source.
    ///
    /// - Returns: False if it is not newer than the stored one.
    package static func save(
        _ release: CatalogueReleased, rejected: Int64, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO catalogue_releases AS known (\(raw: Self.columns), rejected)
            VALUES (
                \(release.source), \(release.version), \(release.uri), \(release.sha256), \(release.bytes),
                \(release.foods), \(release.releasedAt), \(release.withdrawnAt), \(rejected))
            ON CONFLICT (source) DO UPDATE SET
                version = EXCLUDED.version, uri = EXCLUDED.uri, sha256 = EXCLUDED.sha256, bytes = EXCLUDED.bytes,
                foods = EXCLUDED.foods, released_at = EXCLUDED.released_at, withdrawn_at = EXCLUDED.withdrawn_at,
                rejected = EXCLUDED.rejected
            WHERE known.version < EXCLUDED.version
            """) == 1
    }

    /// Whether the newest release of a source is not published yet.
    static func isUntold(_ source: String, on pool: PostgresPool) async throws -> Bool {
        try await !pool.query(
            "SELECT FROM catalogue_releases WHERE source = \(source) AND told_version < version"
        ).isEmpty
    }

    /// Claims an unpublished release; nil if all are published, or another instance is publishing it.
    static func takeUnpublished(_ source: String, in transaction: borrowing Transaction) async throws
        -> CatalogueReleased?
    {
        let release = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM catalogue_releases
            WHERE source = \(source) AND told_version < version FOR UPDATE SKIP LOCKED
            """
        ).first.map(Self.release)
        guard let release else { return nil }
        try await transaction.execute(
            "UPDATE catalogue_releases SET told_version = version WHERE source = \(release.source)")
        return release
    }

    private static func release(_ row: PostgresRow) throws -> CatalogueReleased {
        CatalogueReleased(
            source: try row.decode("source"), version: try row.decode("version"), uri: try row.decode("uri"),
            sha256: try row.decode("sha256"), bytes: try row.decode("bytes"), foods: try row.decode("foods"),
            releasedAt: try row.decode("released_at"), withdrawnAt: try row.decode("withdrawn_at", as: Date?.self))
    }
}

/// Republishes every imported table, for rebuilding projections.
package struct CatalogueReleaseSnapshots: SnapshotSource {
    package var topic: Topic { CatalogueReleased.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        // There are only as many releases as sources, so one page contains them all.
        for release in try await CatalogueReleaseRepository.all(in: transaction) {
            try transaction.append(release, key: release.source, subject: release.source, isSnapshot: true)
        }
        return nil
    }
}
