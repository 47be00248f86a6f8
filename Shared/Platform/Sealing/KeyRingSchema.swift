import Logging
import Postgres

/// The database part of `LocalKeyRing`: its migrations, and which roles may call which functions.
package struct KeyRingSchema: Sendable {
    /// Roles of the services that use the key ring.
    package struct Grants: Sendable, Equatable {
        /// May read keys: all services that seal or open.
        package var readers: [String]
        /// May also create, renew and destroy keys: the service that owns accounts.
        package var registrars: [String]

        /// Grants to existing roles.
        package init(readers: [String], registrars: [String]) {
            self.readers = readers
            self.registrars = registrars
        }
    }

    /// Name of the schema and of its role, except in test databases.
    package static let name = "keyring"

    /// The schema.
    package let schema: String
    /// The schema's own role, which runs its functions and cannot sign in.
    package let role: String

    /// The key ring's schema and its role.
    package init(schema: String = name, role: String = name) {
        self.schema = schema
        self.role = role
    }

    /// The migrations of the schema.
    ///
    /// - Throws: `PostgresError` with `.migration` if a file has an invalid name or content.
    package static func migrations() throws(PostgresError) -> [Migration] {
        [
            try Migration(
                file: "V0001__create_key_ring.sql", bytes: PackageResources.V0001__create_key_ring_sql)
        ]
    }

    /// Migrates the schema and gives the roles exactly the rights in the grants.
    ///
    /// - Parameters:
    ///   - admin: Signs in as a role that may create schemas and roles.
    ///   - grants: Existing roles of services.
    ///   - logger: Logs each applied migration.
    /// - Returns: The migrations applied now.
    /// - Throws: `PostgresError`.
    package func apply(
        admin: PostgresConfiguration, grants: Grants, logger: Logger
    ) async throws -> [Migration] {
        let applied = try await Migrator(admin: admin, logger: logger).apply(
            try Self.migrations(), schema: schema, role: role, password: Self.randomPassword())
        let pool = PostgresPool(configuration: admin, size: 1, logger: logger)
        do {
            try await pool.withTransaction { transaction in
                for statement in statements(for: grants) { try await transaction.execute(statement) }
            }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
        return applied
    }

    private static let readerFunctions = ["read_keys(uuid)"]
    private static let registrarFunctions = [
        "create_key(uuid, text, bytea)", "add_generation(uuid, integer, text, bytea)", "destroy_key(uuid)",
    ]
    private static let operatorFunctions = [
        "read_keys_not_under(text, integer)", "rewrap_key(uuid, integer, text, text, bytea)", "destroy_key(uuid)",
    ]

    /// Disables sign-in for the schema's role and grants its functions to the roles.
    ///
    /// The administrator may rewrap keys, and destroy keys of erased accounts that a restore has brought back.
    private func statements(for grants: Grants) -> [SQL] {
        var statements: [SQL] = ["ALTER ROLE \(identifier: role) NOLOGIN PASSWORD NULL"]
        for grantee in Set(grants.readers + grants.registrars).sorted() {
            statements.append("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA \(identifier: schema) FROM \(identifier: grantee)")
            statements.append("GRANT USAGE ON SCHEMA \(identifier: schema) TO \(identifier: grantee)")
            statements += Self.readerFunctions.map { execute($0, to: "\(identifier: grantee)") }
        }
        for grantee in grants.registrars {
            statements += Self.registrarFunctions.map { execute($0, to: "\(identifier: grantee)") }
        }
        return statements + Self.operatorFunctions.map { execute($0, to: "CURRENT_USER") }
    }

    private func execute(_ function: String, to grantee: SQL) -> SQL {
        "GRANT EXECUTE ON FUNCTION \(identifier: schema).\(raw: function) TO \(raw: grantee.text)"
    }

    /// A password that is never shown: the migrator requires one, and the role's sign-in is disabled in the same call.
    private static func randomPassword() -> String {
        Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
    }
}
