import Foundation
import Messaging
import ServiceRuntime

/// The configuration of `allergen`.
///
/// | keys | documented at |
/// |---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | `DatabaseSettings` |
/// | `KAFKA_…` | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9081) | `HTTPBinding` |
/// | `LEXICON_IMPORT` | a table of additional terms, made by `deploy/import-off`; none when unset |
package struct AllergenConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// A table of terms that this installation has imported.
    package var importedLexicon: URL?

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings) {
        self.settings = settings
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_081, from: &environment)
        importedLexicon = environment.optional("LEXICON_IMPORT", as: .string).map { URL(filePath: $0) }
        try environment.finish()
    }
}
