import Postgres

/// Creates the database, if the server has none with that name.
struct DatabaseCreation: Sendable {
    let target: PostgresConfiguration
    /// The database that exists on every server.
    private static let maintenance = "postgres"

    /// - Returns: Whether it was created by this call.
    /// - Throws: `PostgresError`.
    func run() async throws -> Bool {
        do {
            try await DedicatedSession.open(target).close()
            return false
        } catch let error as PostgresError where error.sqlState == "3D000" {
            var server = target
            server.database = Self.maintenance
            let session = try await DedicatedSession.open(server)
            defer { session.close() }
            do {
                try await session.execute("CREATE DATABASE \(identifier: target.database)")
                return true
            } catch let error as PostgresError where ["42P04", "23505"].contains(error.sqlState) {
                return false
            }
        }
    }
}
