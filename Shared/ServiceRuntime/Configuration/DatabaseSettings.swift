import Foundation

/// How a service reaches its schema, as plain values.
///
/// | key | type | default |
/// |---|---|---|
/// | `DATABASE_URL` | `postgres://role:password@host:port/database?sslmode=…`, secret | required |
/// | `DATABASE_POOL_SIZE` | connections, 1 to 100 | 8 |
/// | `DATABASE_STATEMENT_TIMEOUT_SECONDS` | 1 to 300 | 12 |
package struct DatabaseSettings: Sendable, Equatable {
    /// Secret, since it holds the role's password; the query part may set `sslmode` and libpq's other keys.
    package let url: String
    /// Most connections of this process.
    package let poolSize: Int
    /// The server ends a statement that takes longer; 12 s is the longest a back-end task may take (GW-40).
    package let statementTimeout: Duration

    /// Whether the database runs on this machine, as it does in every test.
    package var isOnThisMachine: Bool {
        guard let host = URL(string: url)?.host(percentEncoded: false), !host.isEmpty else { return true }
        return ThisMachine.isCalled(host)
    }

    /// Records what must not be with a database on another machine: a connection that may lose its encryption on the way
    /// without a word (libpq's default, `prefer`), and the password that stands in our examples.
    package static func checkTransport(of url: String, _ key: String, in environment: inout EnvironmentReader) {
        guard !DatabaseSettings(url: url).isOnThisMachine, let parts = URLComponents(string: url) else { return }
        let mode = parts.queryItems?.last { $0.name == "sslmode" }?.value
        if !["disable", "require", "verify-ca", "verify-full"].contains(mode) {
            environment.report(
                key,
                "must say sslmode=verify-full, as its database is on another machine (or require, verify-ca; disable only "
                    + "where nobody else is on the way)")
        }
        if let password = parts.password, ["password", "PASSWORD"].contains(password) || password == parts.user {
            environment.report(key, "holds the password of an example")
        }
    }

    /// Settings from plain values.
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

/// The machine that this process runs on.
enum ThisMachine {
    /// Whether a host's name or address is its own.
    static func isCalled(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host == "[::1]" || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }
}

extension EnvironmentFormat<String> {
    /// A connection URL of PostgreSQL.
    package static var databaseURL: Self {
        Self("a URL like postgres://role:password@host:port/database", placeholder: "") { _, text in
            guard let url = URL(string: text), ["postgres", "postgresql"].contains(url.scheme),
                url.path().count > 1
            else { return nil }
            return text
        }
    }
}
