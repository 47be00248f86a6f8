/// How a service connects to its schema.
///
/// | key | type | default |
/// |---|---|---|
/// | `DATABASE_URL` | `postgres://role:password@host:port/database?sslmode=…`, secret | required |
/// | `DATABASE_POOL_SIZE` | connections, 1 to 100 | 8 |
/// | `DATABASE_STATEMENT_TIMEOUT_SECONDS` | 1 to 300 | 12 |
package struct DatabaseSettings: Sendable, Equatable {
    /// Secret, since it contains the role's password; the query part may set `sslmode` and libpq's other keys.
    package let url: String
    /// Maximum number of connections of this process.
    package let poolSize: Int
    /// The server cancels statements that take longer; 12 s is the limit of a back-end task (GW-40).
    package let statementTimeout: Duration

    /// Whether the database runs on this machine, as in all tests; false if unknown.
    package var isOnThisMachine: Bool {
        // The URL is empty if a problem was recorded for it.
        url.isEmpty || DatabaseURL(url)?.isOnThisMachine == true
    }

    /// Records unsafe settings for a database on another machine: a connection that may silently fall back to no
    /// encryption (libpq's default, `prefer`), and the password of the examples.
    package static func checkTransport(of url: String, _ key: String, in environment: inout EnvironmentReader) {
        guard !url.isEmpty else { return }
        guard let parts = DatabaseURL(url) else { return environment.report(key, "cannot be read") }
        guard !parts.isOnThisMachine else { return }
        if !["disable", "require", "verify-ca", "verify-full"].contains(parts.parameters["sslmode"]) {
            environment.report(
                key,
                """
                must set sslmode=verify-full, as its database is on another machine (or require, verify-ca; disable \
                only 
                """
                    + "on a private network)")
        }
        if let password = parts.password, ["password", "PASSWORD"].contains(password) || password == parts.user {
            environment.report(key, "contains the password of an example")
        }
    }

    /// Records a problem for a server whose name contains a region outside Canada; see `DataRegion`.
    package static func checkRegion(of url: String, _ key: String, in environment: inout EnvironmentReader) {
        DataRegion.check(hosts: DatabaseURL(url)?.hosts ?? [], of: key, in: &environment)
    }

    /// Creates settings from their values.
    package init(url: String, poolSize: Int = 8, statementTimeout: Duration = .seconds(12)) {
        self.url = url
        self.poolSize = poolSize
        self.statementTimeout = statementTimeout
    }

    /// Reads the keys above.
    package init(from environment: inout EnvironmentReader) {
        url = environment.required("DATABASE_URL", as: .databaseURL, secret: true)
        poolSize = environment.optional("DATABASE_POOL_SIZE", as: .integer(in: 1...100), default: 8)
        statementTimeout = environment.optional(
            "DATABASE_STATEMENT_TIMEOUT_SECONDS", as: .duration(in: .seconds(1) ... .seconds(300)),
            default: .seconds(12))
    }
}
