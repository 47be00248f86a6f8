/// Creates a schema and its role; leaves existing ones unchanged.
struct RoleSetup {
    let database: String
    let schema: String
    let role: String
    let password: String

    /// Tables created by migrations belong to the administrator; the role may change rows, never definitions.
    func run(in session: DedicatedSession) async throws {
        try await createSchema(in: session)
        try await createRole(in: session)
        _ = try await session.pipeline([
            "REVOKE ALL ON DATABASE \(identifier: database) FROM PUBLIC",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            "REVOKE ALL ON SCHEMA \(identifier: schema) FROM PUBLIC",
            "GRANT CONNECT ON DATABASE \(identifier: database) TO \(identifier: role)",
            "GRANT USAGE ON SCHEMA \(identifier: schema) TO \(identifier: role)",
            """
            ALTER ROLE \(identifier: role) IN DATABASE \(identifier: database)
            SET search_path = \(identifier: schema)
            """,
            """
            ALTER DEFAULT PRIVILEGES IN SCHEMA \(identifier: schema)
            GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO \(identifier: role)
            """,
            """
            ALTER DEFAULT PRIVILEGES IN SCHEMA \(identifier: schema)
            GRANT SELECT, USAGE ON SEQUENCES TO \(identifier: role)
            """,
            "REVOKE ALL ON \(identifier: schema).migrations FROM \(identifier: role)",
            "GRANT SELECT ON \(identifier: schema).migrations TO \(identifier: role)",
        ])
    }

    private func createSchema(in session: DedicatedSession) async throws {
        _ = try await session.pipeline([
            "CREATE SCHEMA IF NOT EXISTS \(identifier: schema)",
            """
            CREATE TABLE IF NOT EXISTS \(identifier: schema).migrations (
                version integer PRIMARY KEY CHECK (version > 0),
                name text NOT NULL,
                checksum text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """,
        ])
    }

    /// Roles are shared by the whole cluster, so another database's migrator may create it at the same time.
    private func createRole(in session: DedicatedSession) async throws {
        let rows = try await session.query("SELECT 1 FROM pg_roles WHERE rolname = \(role)")
        if rows.isEmpty {
            do {
                try await session.execute("CREATE ROLE \(identifier: role)")
            } catch let error as PostgresError where ["42710", "23505"].contains(error.sqlState) {}
        }
        let secret = try await session.passwordVerifier(password, of: role)
        try await session.execute(
            """
            ALTER ROLE \(identifier: role) LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
            PASSWORD '\(raw: secret)'
            """)
    }
}
