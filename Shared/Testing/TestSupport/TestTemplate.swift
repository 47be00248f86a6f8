import Crypto
import Foundation
import Hexadecimal
import Logging
import Postgres
import Sealing
import TestPeers

/// A service's name, which is also its schema, with the migrations of the schema.
package struct TestSchema: Sendable {
    package let service: String
    package let migrations: [Migration]

    package init(_ service: String, _ migrations: [Migration]) {
        self.service = service
        self.migrations = migrations
    }
}

/// Migrated schemas in a database that the server copies for each test, since migrating takes several times as long.
///
/// Created by the first test that needs it, for all tests of one build. All copies share its roles; each copy grants
/// them access. A server that outlives the tests keeps it, until its owner drops the database.
struct TestTemplate: Sendable {
    /// The grants on keys, by the services' names; nil without a key ring.
    struct Keys: Sendable {
        let readers: [String]
        let registrars: [String]
    }

    let schemas: [TestSchema]
    let keys: Keys?
    /// Distinguishes templates and their roles.
    let id: String

    var database: String { "template_\(id)" }

    /// Services whose schemas and roles every copy has.
    var services: Set<String> { Set(schemas.map(\.service) + (keys == nil ? [] : [KeyRingSchema.name])) }

    /// Serializes the creation of templates; "fmtempla" in ASCII.
    private static let lock: Int64 = 0x666d_7465_6d70_6c61
    /// Timeout of all migrations of all services, and of waiting for another test to run them.
    private static let limit = Duration.seconds(600)

    init(_ schemas: [TestSchema], keys: Keys?) throws {
        self.schemas = schemas
        self.keys = keys
        // Another build may grant different permissions with the same migrations, so the program is part of the id.
        let program = try FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path)
        var parts = ["\(program[.modificationDate] as? Date ?? .distantPast)", "\(program[.size] ?? 0)"]
        for schema in schemas { parts += [schema.service] + schema.migrations.map { "\($0.version) \($0.checksum)" } }
        if let keys { parts += ["keys"] + keys.readers + ["of"] + keys.registrars }
        let hash = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8))
        id = hash.prefix(6).hexadecimal
    }

    /// The role of a service in every copy.
    func role(_ service: String) -> String { "\(service)_\(id)" }

    static func password(of role: String) -> String { "secret of \(role)" }

    /// Creates the template on a server that does not have it yet.
    func prepare(on server: PostgresConfiguration) async throws {
        let session = try await DedicatedSession.open(server, statementTimeout: Self.limit)
        // Closing the session releases the lock.
        defer { session.close() }
        if try await isThere(session) { return }
        try await session.execute("SELECT pg_advisory_lock(\(Self.lock))")
        if try await isThere(session) { return }
        var unfinished = server
        unfinished.database = "\(database)_unfinished"
        try await session.execute("DROP DATABASE IF EXISTS \(identifier: unfinished.database) WITH (FORCE)")
        try await session.execute("CREATE DATABASE \(identifier: unfinished.database)")
        try await migrate(unfinished)
        try await session.execute(
            "ALTER DATABASE \(identifier: unfinished.database) RENAME TO \(identifier: database)")
    }

    private func isThere(_ session: DedicatedSession) async throws -> Bool {
        try await !session.query("SELECT 1 FROM pg_database WHERE datname = \(database)").isEmpty
    }

    /// Migrates as `fmctl migrate` does, with roles unique to this template.
    private func migrate(_ admin: PostgresConfiguration) async throws {
        var logger = Logger(label: "migrate")
        logger.logLevel = .error
        for schema in schemas {
            let role = role(schema.service)
            _ = try await Migrator(admin: admin, logger: logger).apply(
                schema.migrations, schema: schema.service, role: role, password: Self.password(of: role))
        }
        guard let keys else { return }
        _ = try await KeyRingSchema(role: role(KeyRingSchema.name)).apply(
            admin: admin, grants: .init(readers: keys.readers.map(role), registrars: keys.registrars.map(role)),
            logger: logger)
    }

    /// Creates a copy, and grants the roles the permissions that a migrator gives outside the database's content.
    func copy(to database: String, on session: DedicatedSession) async throws {
        try await session.execute(
            "CREATE DATABASE \(identifier: database) TEMPLATE \(identifier: self.database)")
        var rights: [SQL] = ["REVOKE ALL ON DATABASE \(identifier: database) FROM PUBLIC"]
        for service in services.sorted() {
            let role = role(service)
            rights += [
                "GRANT CONNECT ON DATABASE \(identifier: database) TO \(identifier: role)",
                """
                ALTER ROLE \(identifier: role) IN DATABASE \(identifier: database)
                SET search_path = \(identifier: service)
                """,
            ]
        }
        _ = try await session.pipeline(rights)
    }
}
