import Foundation
import Messaging
import ServiceRuntime

/// The configuration of `nutrition`.
/// | keys | documented at |
/// |---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | `DatabaseSettings` |
/// | `KAFKA_…` | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9084) | `HTTPBinding` |
/// | `CATALOGUE_DIRECTORY` | an absolute directory: the catalog store with imported tables of foods; none by default |
package struct NutritionConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// The catalog store; nil if no tables are imported.
    package var catalogueDirectory: URL?

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings, catalogueDirectory: URL? = nil) {
        self.settings = settings
        self.catalogueDirectory = catalogueDirectory
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_084, from: &environment)
        catalogueDirectory = environment.optional("CATALOGUE_DIRECTORY", as: .directory)
        try environment.finish()
    }
}
