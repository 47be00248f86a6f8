import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// Restores a backup into a database without any schemas of the system.
struct Restore: Sendable {
    let database: OperatorDatabase
    let tools: DatabaseTools
    let migrations: Migrations

    /// The result of a restore.
    struct Result: Sendable {
        let takenAt: Date
        let rows: Int
        let photos: Int?
        let epoch: Int64
    }

    /// Restores everything, verifies it against the manifests, migrates it to this release, and starts a new epoch.
    ///
    /// - Parameters:
    ///   - directory: The schemas and the photos.
    ///   - keys: A key ring backup, as old as the other data or newer; accounts whose keys it lacks stay erased.
    ///   - photos: The directory of the photo store; nil if it is elsewhere.
    ///   - now: The time of day.
    /// - Returns: The result.
    /// - Throws: `ControlFailure`, `PostgresError`, or a file system error.
    func run(from directory: URL, keys: URL, photos: URL?, now: Date) async throws -> Result {
        let data = try BackupManifest.read(directory, .data), ring = try BackupManifest.read(keys, .keys)
        try await checkFiles(directory, keys)
        guard ring.takenAt >= data.takenAt else {
            throw ControlFailure.problem(
                "the keys are older than the data: accounts erased in between would be restored; use the newest keys")
        }
        let isNew = try await DatabaseCreation(target: database.configuration).run()
        if !isNew { try await refuseUsedDatabase() }
        try await migrations.makeRoles()
        for schema in data.schemas.keys.sorted() {
            try await tools.restore(directory.appending(path: "\(schema).dump"))
        }
        try await tools.restore(keys.appending(path: "\(KeyRingSchema.name).dump"))
        let rows = try await compare(data.schemas.merging(ring.schemas) { $1 })
        try await migrations.apply { _, _ in }
        var copied: Int?
        if let photos, data.photos != nil {
            copied = try await PhotoFiles.copy(directory.appending(path: PhotoFiles.directory), to: photos)
        }
        let epoch = try await Restoration(database: database).run(now: now)
        return Result(takenAt: data.takenAt, rows: rows, photos: copied, epoch: epoch)
    }

    private func checkFiles(_ places: URL...) async throws {
        for place in places {
            let wrong = try await offPool { try FileSums.differences(in: place) }
            guard let first = wrong.first else { continue }
            throw ControlFailure.problem(
                "\(place.filePath) differs from its checksum: \(first)"
                    + (wrong.count > 1 ? " and \(wrong.count - 1) more" : ""))
        }
    }

    private func refuseUsedDatabase() async throws {
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        let used = try await session.query(
            """
            SELECT nspname::text FROM pg_namespace
            WHERE nspname = ANY (\(Backup.dataSchemas + [KeyRingSchema.name])) ORDER BY nspname LIMIT 1
            """)
        guard let schema = try used.first?.decode(String.self) else { return }
        throw ControlFailure.usage(
            """
            the database \(database.configuration.database) has a schema \(schema) already; name an empty one, or one \
            that does not exist
            """
        )
    }

    /// - Returns: The number of rows.
    private func compare(_ wanted: [String: [String: BackupManifest.Table]]) async throws -> Int {
        let session = try await DedicatedSession.open(database.configuration, statementTimeout: nil)
        defer { session.close() }
        return try await session.withTransaction(.repeatableRead) { transaction in
            for setting in TableSums.settings { try await transaction.execute(setting) }
            var rows = 0
            for (schema, tables) in wanted {
                let found = try await TableSums.read(schema, in: transaction)
                let wrong = Set(tables.keys).union(found.keys).filter { tables[$0] != found[$0] }.sorted()
                guard wrong.isEmpty else {
                    throw ControlFailure.problem("\(schema).\(wrong[0]) differs from the manifest")
                }
                rows += found.values.map(\.rows).reduce(0, +)
            }
            return rows
        }
    }
}
