import EventContracts
import Foundation
import Postgres

/// Database roles of people, used instead of the administrator's: each of their statements is logged.
///
/// Such a role can read every schema except hashes of passwords and tokens, and cannot change anything; encrypted data
/// stays encrypted, because the role has no access to keys.
struct DatabasePeople: Sendable {
    /// Prefix of the names of such roles.
    static let prefix = "person_"
    /// How long a role may be valid, in days.
    static let days = 1...30
    /// Columns that such a role may not read.
    private static let hidden: Set<String> = ["password_hash", "token_hash"]

    let database: OperatorDatabase
    /// The schemas that may be read.
    var schemas = Topic.services

    /// Whether a name is valid: 2 to 30 lower-case letters and digits, beginning with a letter.
    static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-z][a-z0-9]{1,29}/) != nil }

    /// Creates a role, or gives an existing one a new password and expiry.
    ///
    /// - Returns: The role's password.
    /// - Throws: `PostgresError`, or `ControlFailure.problem` if the administrator is not a superuser, because then no
    ///   statement would be logged.
    func add(_ name: String, until end: Date) async throws -> String {
        try await AuditLog(database: database).record(.addDatabasePerson, "\(Self.prefix)\(name)")
        let role = Self.prefix + name, password = RandomText.make(24)
        let valid = Self.timestamp(end)
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        guard try await !session.query("SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper").isEmpty
        else {
            throw ControlFailure.problem("only a superuser can have a role's statements logged")
        }
        // The password is part of a statement, which a server that logs statements would write down.
        try await session.execute("SET log_statement = 'none'")
        if try await session.query("SELECT 1 FROM pg_roles WHERE rolname = \(role)").isEmpty {
            try await session.execute("CREATE ROLE \(identifier: role) LOGIN")
        }
        try await session.execute(
            """
            ALTER ROLE \(identifier: role) LOGIN PASSWORD '\(raw: password)' VALID UNTIL '\(raw: valid)'
                CONNECTION LIMIT 5
            """)
        try await session.execute(
            """
            GRANT CONNECT ON DATABASE \(identifier: database.configuration.database) TO \(identifier: role)
            """)
        for setting in ["log_statement = 'all'", "log_parameter_max_length = 0", "default_transaction_read_only = on"] {
            try await session.execute("ALTER ROLE \(identifier: role) SET \(raw: setting)")
        }
        for schema in schemas {
            try await session.withTransaction { transaction in
                try await Self.allowReading(schema, to: role, in: transaction)
            }
        }
        return password
    }

    /// Lets a role read a schema, except the columns with hashes of passwords and tokens.
    private static func allowReading(
        _ schema: String, to role: String, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("GRANT USAGE ON SCHEMA \(identifier: schema) TO \(identifier: role)")
        try await database.execute(
            "GRANT SELECT ON ALL TABLES IN SCHEMA \(identifier: schema) TO \(identifier: role)")
        let rows = try await database.query(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns
            WHERE table_schema::text = \(schema) ORDER BY table_name::text, ordinal_position
            """)
        var columns: [String: [String]] = [:]
        for row in rows {
            let (table, column) = try row.decode(String.self, String.self)
            columns[table, default: []].append(column)
        }
        for (table, all) in columns where !hidden.isDisjoint(with: all) {
            // Rights on single columns must be revoked too.
            try await database.execute(
                """
                REVOKE SELECT ON TABLE \(identifier: schema).\(identifier: table) FROM \(identifier: role)
                """)
            let shown = all.filter { !hidden.contains($0) }.map { SQL.quoted(identifier: $0) }
            guard !shown.isEmpty else { continue }
            try await database.execute(
                """
                GRANT SELECT (\(raw: shown.joined(separator: ", "))) ON TABLE
                    \(identifier: schema).\(identifier: table) TO \(identifier: role)
                """)
        }
    }

    /// Removes a role and ends its sessions.
    ///
    /// - Throws: `PostgresError`, or `ControlFailure.problem` if there is no such role.
    func remove(_ name: String) async throws {
        try await AuditLog(database: database).record(.removeDatabasePerson, "\(Self.prefix)\(name)")
        let role = Self.prefix + name
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        guard try await !session.query("SELECT 1 FROM pg_roles WHERE rolname = \(role)").isEmpty else {
            throw ControlFailure.problem("there is no role \(role)")
        }
        try await session.execute("ALTER ROLE \(identifier: role) NOLOGIN")
        _ = try await session.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = \(role)")
        try await session.execute("DROP OWNED BY \(identifier: role)")
        try await session.execute("DROP ROLE \(identifier: role)")
    }

    /// Ends open sessions of expired roles: PostgreSQL checks the expiry only when a session begins.
    ///
    /// - Returns: The number of sessions.
    /// - Throws: `PostgresError`.
    func endExpiredSessions() async throws -> Int {
        let session = try await DedicatedSession.open(database.configuration)
        defer { session.close() }
        return try await session.query(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_roles ON rolname = usename
            WHERE starts_with(rolname, \(Self.prefix)) AND rolvaliduntil <= now()
            """
        ).count
    }

    private static func timestamp(_ date: Date) -> String {
        date.formatted(.iso8601)
    }
}
