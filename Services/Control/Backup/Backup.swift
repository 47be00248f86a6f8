import EventContracts
import Foundation
import Postgres
import Sealing

/// Backs up the whole system: every schema in one snapshot, the photos, and separately the keys.
///
/// User data stays encrypted as in the tables; opening it needs the keys of the same backup and a master key.
struct Backup: Sendable {
    /// Schemas whose dumps are stored together; that of the key ring is stored separately.
    static let dataSchemas = Topic.services + [AuditLog.schema]

    let database: OperatorDatabase
    let tools: DatabaseTools

    /// The result of a backup.
    struct Result: Sendable {
        let data: BackupManifest
        let keys: BackupManifest
    }

    /// Writes a backup into two new directories.
    ///
    /// The photos are copied after the snapshot: every referenced photo is included, and later ones do no harm.
    ///
    /// - Parameters:
    ///   - directory: For the schemas and the photos.
    ///   - keys: For the key ring; not inside the other.
    ///   - photos: The directory of the photo store; nil if it is elsewhere.
    ///   - now: The time of day.
    /// - Returns: The result.
    /// - Throws: `ControlFailure`, `PostgresError`, or a file system error.
    func run(to directory: URL, keys: URL, photos: URL?, now: Date) async throws -> Result {
        try Self.makeApart(directory, keys)
        let taken = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let session = try await DedicatedSession.open(database.configuration, statementTimeout: nil)
        defer { session.close() }
        let (data, ring) = try await session.withTransaction(.repeatableRead) { transaction in
            for setting in TableSums.settings { try await transaction.execute(setting) }
            // The transaction stays idle while dump programs run, which may take long.
            try await transaction.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            let snapshot = try await transaction.query("SELECT pg_export_snapshot()")
            guard let name = try snapshot.first?.decode(String.self) else {
                throw ControlFailure.problem("the database exports no snapshot")
            }
            var tables: [String: [String: BackupManifest.Table]] = [:]
            for schema in Self.dataSchemas + [KeyRingSchema.name] {
                let place = schema == KeyRingSchema.name ? keys : directory
                try await tools.dump(schema, at: name, to: place.appending(path: "\(schema).dump"))
                tables[schema] = try await TableSums.read(schema, in: transaction)
            }
            let ring = tables.removeValue(forKey: KeyRingSchema.name) ?? [:]
            return (tables, ring)
        }
        var count: Int?
        if let photos {
            count = try await PhotoFiles.copy(photos, to: directory.appending(path: PhotoFiles.directory))
        }
        let result = Result(
            data: BackupManifest(content: .data, takenAt: taken, schemas: data, photos: count),
            keys: BackupManifest(content: .keys, takenAt: taken, schemas: [KeyRingSchema.name: ring]))
        try await offPool {
            for (manifest, place) in [(result.data, directory), (result.keys, keys)] {
                try manifest.write(to: place)
                try FileSums.write(of: place)
            }
        }
        return result
    }

    /// Creates two separate directories that only their owner can read.
    private static func makeApart(_ directory: URL, _ keys: URL) throws {
        let places = [directory, keys].map { $0.standardizedFileURL.filePath + "/" }
        guard !places[0].hasPrefix(places[1]), !places[1].hasPrefix(places[0]) else {
            throw ControlFailure.usage("keep the keys separate: neither directory may be inside the other")
        }
        for place in [directory, keys] {
            let path = place.filePath, files = FileManager.default
            guard (try? files.contentsOfDirectory(atPath: path))?.isEmpty ?? true else {
                throw ControlFailure.usage("\(path) is not empty")
            }
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }
    }
}

/// Runs blocking work outside the cooperative pool.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
        DispatchQueue.global().async { done.resume(with: Result { try work() }) }
    }
}

extension URL {
    /// The path in the form of the file system.
    var filePath: String { path(percentEncoded: false) }
}
