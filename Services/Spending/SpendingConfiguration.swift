import ChatModels
import Messaging
import ServiceRuntime

/// The configuration of `spending`.
/// | keys | documented at |
/// |---|---|
/// | `LOG_LEVEL`, `KEYRING_MASTER_KEYS` (secret) | `EventServiceSettings` |
/// | `DATABASE_URL` (secret), `DATABASE_POOL_SIZE`, `DATABASE_STATEMENT_TIMEOUT_SECONDS` | `DatabaseSettings` |
/// | `KAFKA_…` | `KafkaSettings` |
/// | `HEALTH_HOST`, `HEALTH_PORT` (9086) | `HTTPBinding` |
/// | `PRODUCT_REMOTE_…` | `ChatServerSettings`, timeout 1 to 60 s (10); no model by default |
package struct SpendingConfiguration: Sendable {
    package var settings: EventServiceSettings
    /// The model that is asked about items; nil without one.
    package var remote: ChatServerSettings?

    /// Creates a configuration from its values, without reading the environment.
    package init(settings: EventServiceSettings) {
        self.settings = settings
    }

    /// Reads the environment variables of the table above.
    ///
    /// - Throws: `ConfigurationError` with every problem.
    package init(from environment: EnvironmentReader) throws(ConfigurationError) {
        var environment = environment
        settings = EventServiceSettings(healthPort: 9_086, from: &environment)
        remote = Self.model(from: &environment)
        try environment.finish()
    }

    private static let modelKeys = ChatServerSettings.Keys(
        url: "PRODUCT_REMOTE_URL", model: "PRODUCT_REMOTE_MODEL", key: "PRODUCT_REMOTE_KEY",
        region: "PRODUCT_REMOTE_REGION", timeout: "PRODUCT_REMOTE_TIMEOUT_SECONDS")

    /// The language model for items; it may be slow, because no purchase waits for it.
    static func model(from environment: inout EnvironmentReader) -> ChatServerSettings? {
        ChatServerSettings(modelKeys, timeout: .seconds(10), atMost: .seconds(60), from: &environment)
    }
}
