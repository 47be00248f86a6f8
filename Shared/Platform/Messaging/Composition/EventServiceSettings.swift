import KeyServer
import Logging
import Sealing
import ServiceRuntime

/// The configuration of every event-driven service.
///
/// `DATABASE_*`, `KAFKA_*` and `HEALTH_*` are documented at `DatabaseSettings`, `KafkaSettings` and `HTTPBinding`; in
/// addition:
///
/// | key | type | default |
/// |---|---|---|
/// | `LOG_LEVEL` | level of swift-log | `info` |
/// | `KEYRING_MASTER_KEYS` (secret), `KMS_URL`, `KMS_TOKEN` (secret), `KMS_REGION` | see `MasterKeySettings` | |
/// | `REGION`, `REGIONS_OUTSIDE_CANADA` | see `DataRegion` | |
/// | `OTEL_EXPORTER_OTLP_ENDPOINT` | URL of a collector that receives spans by OTLP over HTTP | spans are not recorded |
/// | `OTEL_TRACES_SAMPLER_ARG` | share of new traces that are recorded, 0 to 1 | 1 |
/// | `OUTBOX_RETENTION_MINUTES` | minutes that delivered events stay in the outbox, to be sent again on request | 10080 |
///
/// With a database or brokers on another machine, the protection of the connection must be configured explicitly. A
/// retention shorter than the topics' own is refused unless the database is on this machine, so that a left-over key
/// cannot lose events of real people.
package struct EventServiceSettings: Sendable {
    /// Minimum level of log lines.
    package var logLevel: Logger.Level
    package var database: DatabaseSettings
    package var kafka: KafkaSettings
    /// Address of `/health` and `/metrics`.
    package var health: HTTPBinding
    package var keys: KeySource
    /// Address of the collector of spans; nil if spans are not recorded.
    package var collector: String?
    /// The share of new traces that are recorded, 0 to 1.
    package var traceShare = 1.0
    /// Retention of delivered events in the outbox.
    package var outboxRetention = MessagingRetention.Settings().outbox
    /// Settings of the relay that sends the outbox.
    package var relay = OutboxRelay.Settings()
    /// Called as the process passes a stage; set only by the fault bench.
    package var observer: StageObserver?
    /// The rules that protect delivery; replaced only by the fault bench.
    package var rules: any DeliveryRules = StandardDelivery()

    /// The source of the accounts' data keys.
    package enum KeySource: Sendable {
        /// The key ring in the database, whose keys are wrapped by this wrapper.
        case database(any KeyWrapper)
        /// A given key ring, for tests.
        case ring(any KeyRing)
    }

    /// Creates settings from their values, for tests.
    package init(
        database: DatabaseSettings, kafka: KafkaSettings, health: HTTPBinding, keys: KeySource,
        logLevel: Logger.Level = .info
    ) {
        self.logLevel = logLevel
        self.database = database
        self.kafka = kafka
        self.health = health
        self.keys = keys
    }

    /// Reads the keys above.
    package init(healthPort: Int, from environment: inout EnvironmentReader) {
        DataRegion.check(&environment)
        logLevel = environment.optional("LOG_LEVEL", as: .logLevel, default: .info)
        database = DatabaseSettings(from: &environment)
        kafka = KafkaSettings(from: &environment)
        health = HTTPBinding(prefix: "HEALTH", defaultPort: healthPort, from: &environment)
        keys = MasterKeySettings.read(from: &environment).map(KeySource.database) ?? .ring(MemoryKeyRing())
        collector = environment.optional("OTEL_EXPORTER_OTLP_ENDPOINT", as: .collectorURL)
        traceShare = environment.optional("OTEL_TRACES_SAMPLER_ARG", as: .share, default: traceShare)
        let policy = outboxRetention
        outboxRetention = .seconds(
            60
                * environment.optional(
                    "OUTBOX_RETENTION_MINUTES", as: .integer(in: 1...527_040), default: Int(policy / .seconds(60))))
        DatabaseSettings.checkTransport(of: database.url, "DATABASE_URL", in: &environment)
        DatabaseSettings.checkRegion(of: database.url, "DATABASE_URL", in: &environment)
        kafka.checkTransport(in: &environment)
        kafka.checkRegion(in: &environment)
        kafka.checkMechanism(in: &environment)
        guard !database.isOnThisMachine else { return }
        let refusal = "is for fault tests, whose database is on the same machine as they are"
        if outboxRetention < policy {
            environment.report("OUTBOX_RETENTION_MINUTES", "below \(Int(policy / .seconds(60))) \(refusal)")
        }
    }
}
