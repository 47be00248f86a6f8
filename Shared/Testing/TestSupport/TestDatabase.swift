import Foundation
import Logging
import Postgres
import TestPeers
import UnitSupport

/// A database and roles with random names on the server of `TEST_DATABASE_URL`, dropped when the body ends.
package struct TestDatabase: Sendable {
    /// A missing dependency of a test, in one line.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// A role that may sign in.
    package struct Role: Sendable {
        package let name: String
        package let password: String
        /// The role's sign-in to the test's database.
        package let configuration: PostgresConfiguration
    }

    /// The administrator's sign-in to the test's database.
    package let admin: PostgresConfiguration
    private let suffix: String
    /// The template that it was copied from; nil if it was created empty.
    private let template: TestTemplate?

    /// The sign-in of a role whose name begins with `name`.
    ///
    /// The role is created by the caller, such as a migrator, unless it came with the requested schemas. The same name
    /// always gives the same role.
    package func role(_ name: String) -> Role {
        let came = template.flatMap { $0.services.contains(name) ? $0.role(name) : nil }
        let full = came ?? "\(name)_\(suffix)"
        let password = TestTemplate.password(of: full)
        var configuration = admin
        configuration.user = full
        configuration.password = password
        return Role(name: full, password: password, configuration: configuration)
    }

    /// Migrates a schema, unless the database was created with it.
    ///
    /// - Returns: The schema's role.
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

    /// Creates a database, runs the body, and drops the database and every role named by `role(_:)`.
    ///
    /// - Throws: `Missing` if `TEST_DATABASE_URL` is not set.
    package static func with<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        try await with(server: try environmentServer(), template: nil, body)
    }

    /// Creates an empty database on a given server.
    package static func with<Value>(
        server: PostgresConfiguration, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await with(server: server, template: nil, body)
    }

    /// Creates a database with migrated schemas and their roles.
    ///
    /// - Parameters:
    ///   - schemas: Its schemas; not evaluated without a server, since reading all migrations takes milliseconds.
    ///   - registrar: The service that creates keys, if there is a key ring.
    ///   - readers: The services that use it; nil for all of them.
    ///   - body: Receives the database.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or of a missing dependency.
    package static func with<Value>(
        _ schemas: @autoclosure () throws -> [TestSchema], keysBy registrar: String? = nil, readers: [String]? = nil,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let server = try environmentServer(), schemas = try schemas()
        let keys = registrar.map {
            TestTemplate.Keys(readers: readers ?? schemas.map(\.service), registrars: [$0])
        }
        return try await with(server: server, template: try TestTemplate(schemas, keys: keys), body)
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
        // In a separate task, since the test's task may be cancelled already.
        try await Task { try await database.drop(on: server) }.value
        return try result.get()
    }

    /// The server on which tests may sign in as superuser.
    package static func environmentServer() throws -> PostgresConfiguration {
        try UnitRun.skipTest(needing: "PostgreSQL")
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
    /// The sign-in as a URL, password included, for settings in that form.
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
