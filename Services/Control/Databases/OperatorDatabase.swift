import Foundation
import Logging
import Postgres
import ServiceRuntime

/// The administrator's access to the database: every service's schema.
/// | key | type | default |
/// |---|---|---|
/// | `ADMIN_DATABASE_URL` | `postgres://admin:password@host:port/database?sslmode=…`, secret | required |
struct OperatorDatabase: Sendable {
    private(set) var configuration: PostgresConfiguration

    /// Statement timeout; the comparisons of `reconcile` take longer than a service's statements.
    private static let timeout = Duration.seconds(120)

    init(_ configuration: PostgresConfiguration) {
        self.configuration = configuration
        self.configuration.applicationName = "fmctl"
    }

    /// Reads the environment variable of the table above.
    ///
    /// - Throws: `ConfigurationError`, or `PostgresError` if libpq cannot parse the URL.
    init(from environment: EnvironmentReader) throws {
        var environment = environment
        let url = environment.required("ADMIN_DATABASE_URL", as: .databaseURL, secret: true)
        DatabaseSettings.checkTransport(of: url, "ADMIN_DATABASE_URL", in: &environment)
        try environment.finish()
        self.init(try PostgresConfiguration(url: url))
    }

    /// Calls a function with a pool whose search path is one schema.
    func withSchema<Result: Sendable>(
        _ schema: String, _ body: (PostgresPool) async throws -> Result
    ) async throws -> Result {
        var configuration = configuration
        configuration.searchPath = schema
        let pool = PostgresPool(
            configuration: configuration, size: 2, statementTimeout: Self.timeout, logger: ControlLog.logger)
        do {
            let result = try await body(pool)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}

/// Log output of libraries: warnings go to standard error, so that results stay clean.
enum ControlLog {
    static let logger: Logger = {
        var logger = Logger(label: "fmctl") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }()
}
