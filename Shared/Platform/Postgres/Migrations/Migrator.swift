import Logging

/// Migrates schemas, one service at a time, and restricts each role to its own schema.
///
/// Objects belong to the administrator. The role may read and write the rows of its own schema, and nothing else.
package struct Migrator: Sendable {
    /// The advisory lock that serializes migrators of one database; "fmmigrat" in ASCII.
    private static let lock: Int64 = 0x666d_6d69_6772_6174
    /// Timeout of one statement of a migration, and of the wait for another migrator.
    private static let migrationTimeout: Duration = .seconds(600)

    private let admin: PostgresConfiguration
    private let logger: Logger

    /// - Parameters:
    ///   - admin: Signs in as a role that may create schemas and roles.
    ///   - logger: Logs each applied migration.
    package init(admin: PostgresConfiguration, logger: Logger) {
        self.admin = admin
        self.logger = logger
    }

    /// Creates missing schemas and roles, and applies pending migrations, each in its own transaction.
    ///
    /// A migration contains no schema name, since `search_path` is set; `current_setting('migration.role')` is the
    /// role, e.g. to revoke a privilege. It must not end its transaction. A number lower than an applied one is applied
    /// as well, since shared and service migrations are numbered independently.
    ///
    /// - Returns: The migrations applied now.
    /// - Throws: `.migration` if a file has changed since it was applied, or two files have the same number.
    package func apply(
        _ migrations: [Migration], schema: String, role: String, password: String
    ) async throws -> [Migration] {
        let migrations = try Migration.ordered(migrations)
        return try await withLock { session in
            try await RoleSetup(database: admin.database, schema: schema, role: role, password: password).run(
                in: session)
            let applied = try await appliedChecksums(schema, in: session)
            var appliedNow: [Migration] = []
            for migration in migrations {
                if let checksum = applied[migration.version]?.checksum {
                    guard checksum == migration.checksum else { throw Self.changed(migration, schema) }
                } else {
                    try await apply(migration, schema: schema, role: role, in: session)
                    appliedNow.append(migration)
                }
            }
            return appliedNow
        }
    }

    /// The state of each migration, with or without a file; changes nothing.
    package func status(of migrations: [Migration], schema: String) async throws -> [MigrationStatus] {
        let migrations = try Migration.ordered(migrations)
        let session = try await DedicatedSession.open(admin)
        defer { session.close() }
        let exists = try await session.query("SELECT to_regclass(\(Self.table(schema))) IS NOT NULL")
        let applied = try exists[0].decode(Bool.self) ? await appliedChecksums(schema, in: session) : [:]
        let known = migrations.map { migration in
            let checksum = applied[migration.version]?.checksum
            let state: MigrationStatus.State =
                checksum == nil ? .pending : checksum == migration.checksum ? .applied : .changed
            return MigrationStatus(version: migration.version, name: migration.name, state: state)
        }
        let versions = Set(migrations.map(\.version))
        let unknown = applied.filter { !versions.contains($0.key) }
            .map { MigrationStatus(version: $0.key, name: $0.value.name, state: .unknown) }
        return (known + unknown).sorted { $0.version < $1.version }
    }

    private static func table(_ schema: String) -> String { SQL.quoted(identifier: schema) + ".migrations" }

    private static func changed(_ migration: Migration, _ schema: String) -> PostgresError {
        PostgresError(
            .migration,
            "migration \(migration.version) \(migration.name) of schema \(schema) was changed after it had been applied"
        )
    }

    private func withLock<Value>(_ body: (DedicatedSession) async throws -> Value) async throws -> Value {
        let session = try await DedicatedSession.open(admin, statementTimeout: Self.migrationTimeout)
        defer { session.close() }
        try await session.execute("SELECT pg_advisory_lock(\(Self.lock))")
        let value = try await body(session)
        try await session.execute("SELECT pg_advisory_unlock(\(Self.lock))")
        return value
    }

    private func appliedChecksums(
        _ schema: String, in session: DedicatedSession
    ) async throws -> [Int: (name: String, checksum: String)] {
        let rows = try await session.query("SELECT version, name, checksum FROM \(raw: Self.table(schema))")
        var applied: [Int: (name: String, checksum: String)] = [:]
        for row in rows {
            let (version, name, checksum) = try row.decode(Int.self, String.self, String.self)
            applied[version] = (name, checksum)
        }
        return applied
    }

    private func apply(_ migration: Migration, schema: String, role: String, in session: DedicatedSession) async throws
    {
        do {
            try await session.withTransaction { transaction in
                _ = try await transaction.pipeline([
                    "SELECT set_config('search_path', \(SQL.quoted(identifier: schema)), true)",
                    "SELECT set_config('migration.role', \(role), true)",
                ])
                try await transaction.runScript(migration.sql)
                try await transaction.execute(
                    """
                    INSERT INTO \(raw: Self.table(schema)) (version, name, checksum)
                    VALUES (\(migration.version), \(migration.name), \(migration.checksum))
                    """)
            }
        } catch let error as PostgresError {
            throw PostgresError(
                error.code, "migration \(migration.version) \(migration.name) of schema \(schema): \(error.summary)",
                sqlState: error.sqlState, constraint: error.constraint, privateDetails: error.privateDetails,
                isRetryable: error.isRetryable)
        }
        logger.info("migration applied", metadata: ["db.schema": "\(schema)", "db.migration": "\(migration.version)"])
    }
}
