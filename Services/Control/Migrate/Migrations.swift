import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// All schemas of the system in the order of creation: services, keys, `fmctl`.
struct Migrations: Sendable {
    let database: OperatorDatabase
    /// Each service's schema with the password of its role.
    private let services: [(schema: ServiceSchema, password: String)]
    /// The role of a schema; roles belong to the whole server, so tests use other names.
    private let roleOfSchema: @Sendable (String) -> String

    /// Reads `ADMIN_DATABASE_URL` and the passwords of the services' roles, `<SERVICE>_DATABASE_PASSWORD`, all secret.
    ///
    /// - Throws: `ConfigurationError` with every key that is missing.
    init(from environment: EnvironmentReader) throws {
        var environment = environment
        let url = environment.required("ADMIN_DATABASE_URL", as: .databaseURL, secret: true)
        DatabaseSettings.checkTransport(of: url, "ADMIN_DATABASE_URL", in: &environment)
        let services = try ServiceSchema.all().map { schema in
            let key = "\(schema.name.uppercased())_DATABASE_PASSWORD"
            return (schema, environment.required(key, as: .string, secret: true))
        }
        try environment.finish()
        self.init(OperatorDatabase(try PostgresConfiguration(url: url)), services)
    }

    /// Creates migrations from their values.
    init(
        _ database: OperatorDatabase, _ services: [(schema: ServiceSchema, password: String)],
        roleOfSchema: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.database = database
        self.services = services
        self.roleOfSchema = roleOfSchema
    }

    /// The migrations of `fmctl` itself.
    static func own() throws -> [Migration] {
        [
            try Migration(
                file: "V0101__create_audit_log.sql", bytes: PackageResources.V0101__create_audit_log_sql),
            try Migration(
                file: "V0102__create_breach_register.sql",
                bytes: PackageResources.V0102__create_breach_register_sql),
        ]
    }

    /// Migrates all schemas.
    ///
    /// - Parameter progress: Receives the schema and the migrations applied to it now.
    /// - Throws: `PostgresError`.
    func apply(_ progress: (String, [Migration]) -> Void) async throws {
        let migrator = Migrator(admin: database.configuration, logger: ControlLog.logger)
        for (schema, password) in services {
            progress(
                schema.name,
                try await migrator.apply(
                    schema.migrations, schema: schema.name, role: roleOfSchema(schema.name), password: password))
        }
        let grants = KeyRingSchema.Grants(
            readers: services.map { roleOfSchema($0.schema.name) }, registrars: [roleOfSchema("ingestion")])
        progress(
            KeyRingSchema.name,
            try await KeyRingSchema(role: roleOfSchema(KeyRingSchema.name)).apply(
                admin: database.configuration, grants: grants, logger: ControlLog.logger))
        // This role has no password: fmctl signs in as the administrator.
        progress(
            AuditLog.schema,
            try await migrator.apply(
                try Self.own(), schema: AuditLog.schema, role: roleOfSchema(AuditLog.schema),
                password: RandomText.make(32)))
    }

    /// Creates missing roles, since dumps refer to them; `apply` sets their passwords and rights.
    ///
    /// - Throws: `PostgresError`.
    func makeRoles() async throws {
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        for schema in services.map(\.schema.name) + [KeyRingSchema.name, AuditLog.schema] {
            let role = roleOfSchema(schema)
            guard try await session.query("SELECT 1 FROM pg_roles WHERE rolname = \(role)").isEmpty else { continue }
            try await session.execute("CREATE ROLE \(identifier: role) NOLOGIN")
        }
    }

    /// The state of each migration; changes nothing.
    func status() async throws -> [(schema: String, migrations: [MigrationStatus])] {
        let migrator = Migrator(admin: database.configuration, logger: ControlLog.logger)
        var sets = services.map { ($0.schema.name, $0.schema.migrations) }
        sets.append((KeyRingSchema.name, try KeyRingSchema.migrations()))
        sets.append((AuditLog.schema, try Self.own()))
        var status: [(schema: String, migrations: [MigrationStatus])] = []
        for (schema, migrations) in sets {
            status.append((schema, try await migrator.status(of: migrations, schema: schema)))
        }
        return status
    }
}
