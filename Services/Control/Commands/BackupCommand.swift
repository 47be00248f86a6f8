import ArgumentParser
import Foundation
import ServiceRuntime

/// The command `fmctl backup`.
struct BackupCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up every schema, the photos and, separately, the keys.",
        discussion: """
            Reads ADMIN_DATABASE_URL. All schemas are written from one snapshot, while services run. Store the two \
            directories in different places: with both and a master key everything that people entered can be read. \
            Keep backups of the keys no longer than erased people may be remembered.
            """)

    @Argument(help: "Directory to create for the schemas and the photos.")
    var directory: String

    @Option(help: "Directory to create for the key ring.")
    var keys: String

    @Option(help: "The directory of the photo store (of PHOTO_STORE=file:…); omit it when photos are stored elsewhere.")
    var photos: String?

    @OptionGroup var output: OutputOptions

    func execute(_ console: Console) async throws -> Finding {
        let database = try OperatorDatabase(from: .process())
        let backup = Backup(database: database, tools: try .found(for: database))
        try await AuditLog(database: database).record(.backup, "all schemas")
        let result = try await backup.run(
            to: URL(filePath: directory), keys: URL(filePath: keys), photos: photos.map { URL(filePath: $0) },
            now: Date())
        if output.isJSON {
            try console.json(result.data)
        } else {
            let tables = result.data.schemas.values.flatMap(\.values) + result.keys.schemas.values.flatMap(\.values)
            console.line("\(tables.map(\.rows).reduce(0, +)) rows of \(tables.count) tables written to \(directory)")
            console.line("keys written to \(keys)")
            if let photos = result.data.photos { console.line("\(photos) photos copied") }
        }
        if photos == nil { console.remark("photos were not copied: no --photos") }
        return .clean
    }
}

/// The command `fmctl restore`.
struct RestoreCommand: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup into an empty database and verify it.",
        discussion: """
            Reads ADMIN_DATABASE_URL, whose database is created or must be empty, and the password of each service's \
            role, <SERVICE>_DATABASE_PASSWORD. Every file and table is verified against the manifest; then pending \
            migrations are applied, and every schema starts a new epoch (as by fmctl restored). The keys may be of a \
            later backup, never of an earlier one.
            """)

    @Argument(help: "The directory created by fmctl backup.")
    var directory: String

    @Option(help: "The directory of the keys.")
    var keys: String

    @Option(help: "The directory of the photo store, to which missing photos are restored.")
    var photos: String?

    func execute(_ console: Console) async throws -> Finding {
        let migrations = try Migrations(from: .process()), database = migrations.database
        let restore = Restore(database: database, tools: try .found(for: database), migrations: migrations)
        let result = try await restore.run(
            from: URL(filePath: directory), keys: URL(filePath: keys), photos: photos.map { URL(filePath: $0) },
            now: Date())
        try await AuditLog(database: database).record(.restored, "all schemas, from a backup")
        console.line("\(result.rows) rows are as they were at \(result.takenAt.formatted(.iso8601))")
        if let photos = result.photos { console.line("\(photos) photos verified") }
        console.line("every schema and consumer starts at epoch \(result.epoch)")
        return .clean
    }
}

extension DatabaseTools {
    /// Finds the programs on this machine.
    fileprivate static func found(for database: OperatorDatabase) throws -> DatabaseTools {
        try DatabaseTools(
            for: database.configuration, path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }
}
