import Messaging
import ServiceRuntime

/// Everything `spending` is configured with.
///
/// | keys | documented at |
/// |---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret), `FAILPOINT`, `PROTECTIONS_OFF` | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | `DatabaseSettings` |
/// | `KAFKA_…` | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9086) | `HTTPBinding` |
/// | `PRODUCT_REMOTE_…` | `ProductModelSettings`; no model |
package struct SpendingConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// Which model is asked what articles may be; nil when none is.
    package var remote: ProductModelSettings?

    /// A configuration from plain values.
    package init(settings: EventServiceSettings) {
        self.settings = settings
    }

    /// Reads the keys above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_086, from: &environment)
        remote = ProductModelSettings(from: &environment)
        try environment.finish()
    }
}
