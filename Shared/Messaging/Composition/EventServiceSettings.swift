import KeyServer
import Logging
import Sealing
import ServiceRuntime

/// What every event-driven service is configured with, as plain values.
///
/// `DATABASE_*`, `KAFKA_*` and `HEALTH_*` are documented at `DatabaseSettings`, `KafkaSettings` and `HTTPBinding`; besides:
///
/// | key | type | default |
/// |---|---|---|
/// | `LOG_LEVEL` | level of swift-log | `info` |
/// | `KEYRING_MASTER_KEYS` (secret), `KMS_URL`, `KMS_TOKEN` (secret), `KMS_REGION` | see `MasterKeySettings` | |
/// | `REGION`, `REGIONS_OUTSIDE_CANADA` | see `DataRegion` | |
/// | `OUTBOX_RETENTION_MINUTES` | minutes that delivered events stay in the outbox, to be sent again on request | 10080 |
///
/// With a database or brokers on another machine it has to be said how the connection is protected. A retention shorter than
/// the topics' own is refused unless the database is on this machine: nobody loses events of real people by a left-over key.
package struct EventServiceSettings: Sendable {
    /// Lines below are dropped.
    package var logLevel: Logger.Level
    package var database: DatabaseSettings
    package var kafka: KafkaSettings
    /// Where `/health` and `/metrics` are served.
    package var health: HTTPBinding
    package var keys: KeySource
    /// How long delivered events stay in the outbox.
    package var outboxRetention = MessagingRetention.Settings().outbox
    /// How the outbox is sent.
    package var relay = OutboxRelay.Settings()
    /// Called as the process passes a stage; set by the fault bench only.
    package var observer: StageObserver?
    /// How delivery is protected; replaced by the fault bench only.
    package var rules: any DeliveryRules = StandardDelivery()

    /// Where the accounts' data keys come from.
    package enum KeySource: Sendable {
        /// The key ring in the database, its keys wrapped by these.
        case database(any KeyWrapper)
        /// A ring of the caller's own, as tests use it.
        case ring(any KeyRing)
    }

    /// Settings from plain values, as tests use them.
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
        let policy = outboxRetention
        outboxRetention = .seconds(
            60
                * environment.optional(
                    "OUTBOX_RETENTION_MINUTES", as: .integer(in: 1...527_040), default: Int(policy / .seconds(60))))
        DatabaseSettings.checkTransport(of: database.url, "DATABASE_URL", in: &environment)
        kafka.checkTransport(in: &environment)
        kafka.checkMechanism(in: &environment)
        guard !database.isOnThisMachine else { return }
        let refusal = "is for fault tests, whose database is on the same machine as they are"
        if outboxRetention < policy {
            environment.report("OUTBOX_RETENTION_MINUTES", "below \(Int(policy / .seconds(60))) \(refusal)")
        }
    }
}
