import Foundation
import Logging
import Postgres

/// A database and roles with random names on the server of `TEST_DATABASE_URL`, dropped when the body ends.
package struct TestDatabase: Sendable {
    /// What a test needs and does not find, in one line.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// Who may sign in, and how.
    package struct Role: Sendable {
        package let name: String
        package let password: String
        /// Signs in to the test's database as this role.
        package let configuration: PostgresConfiguration
    }

    /// Signs in to the test's database as the administrator.
    package let admin: PostgresConfiguration
    private let suffix: String
    /// What it was copied from; nil when it was empty.
    private let template: TestTemplate?

    /// Signs in to the test's database as a role whose name begins with `name`; somebody else, such as a migrator, creates it,
    /// unless it came with the schemas that were asked for.
    ///
    /// Asking twice for one name gives the same role.
    package func role(_ name: String) -> Role {
        let came = template.flatMap { $0.services.contains(name) ? $0.role(name) : nil }
        let full = came ?? "\(name)_\(suffix)"
        let password = TestTemplate.password(of: full)
        var configuration = admin
        configuration.user = full
        configuration.password = password
        return Role(name: full, password: password, configuration: configuration)
    }

    /// Brings a schema up to date, unless the database came with it.
    ///
    /// - Returns: the schema's role.
    /// - Throws: `PostgresError`.
    @discardableResult
    package func migrate(_ migrations: [Migration], of service: String, logger: Logger) async throws -> Role {
        let role = role(service)
        if template?.services.contains(service) != true {
            _ = try await Migrator(admin: admin, logger: logger).apply(
                migrations, schema: service, role: role.name, password: role.password)
        }
        return role
    }

    /// Makes a database, runs the body, and drops the database and every role named by `role(_:)`.
    ///
    /// - Throws: `Missing` when `TEST_DATABASE_URL` is not set.
    package static func with<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        try await with(server: try environmentServer(), template: nil, body)
    }

    /// Makes an empty database on a given server.
    package static func with<Value>(
        server: PostgresConfiguration, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await with(server: server, template: nil, body)
    }

    /// Makes a database with schemas as the migrator leaves them, roles included.
    ///
    /// - Parameters:
    ///   - schemas: what is in it.
    ///   - registrar: the service that makes keys, where there is to be a key ring.
    ///   - readers: the services that use it; nil for all of them.
    ///   - body: receives the database.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or what is missing.
    package static func with<Value>(
        _ schemas: [TestSchema], keysBy registrar: String? = nil, readers: [String]? = nil,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let keys = registrar.map {
            TestTemplate.Keys(readers: readers ?? schemas.map(\.service), registrars: [$0])
        }
        return try await with(
            server: try environmentServer(), template: try TestTemplate(schemas, keys: keys), body)
    }

    private static func with<Value>(
        server: PostgresConfiguration, template: TestTemplate?, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let suffix = UUID().uuidString.prefix(8).lowercased()
        var admin = server
        admin.database = "test_\(suffix)"
        let database = TestDatabase(admin: admin, suffix: suffix, template: template)
        try await template?.prepare(on: server)
        try await database.create(on: server)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(database))
        } catch {
            result = .failure(error)
        }
        // Not within the test's task, which may be cancelled by now.
        try await Task { try await database.drop(on: server) }.value
        return try result.get()
    }

    /// The server that tests may use as superuser.
    package static func environmentServer() throws -> PostgresConfiguration {
        guard let url = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"], !url.isEmpty else {
            throw Missing(description: "TEST_DATABASE_URL is not set: run `deploy/test`, or name a server for tests")
        }
        return try PostgresConfiguration(url: url)
    }

    private func create(on server: PostgresConfiguration) async throws {
        let session = try await DedicatedSession.open(server, statementTimeout: .seconds(60))
        defer { session.close() }
        if let template {
            try await template.copy(to: admin.database, on: session)
        } else {
            try await session.execute("CREATE DATABASE \(identifier: admin.database)")
        }
    }

    private func drop(on server: PostgresConfiguration) async throws {
        let session = try await DedicatedSession.open(server, statementTimeout: .seconds(60))
        defer { session.close() }
        try await session.execute("DROP DATABASE \(identifier: admin.database) WITH (FORCE)")
        for row in try await session.query("SELECT rolname FROM pg_roles WHERE rolname LIKE \("%\\_" + suffix)") {
            try await session.execute("DROP ROLE \(identifier: try row.decode(String.self))")
        }
    }
}

extension PostgresConfiguration {
    /// The same as a URL, password included, for what is configured by URL.
    package var url: String {
        var components = URLComponents()
        components.scheme = "postgres"
        components.user = user
        components.password = password
        components.host = host
        components.port = port
        components.path = "/" + database
        return components.string ?? ""
    }
}
