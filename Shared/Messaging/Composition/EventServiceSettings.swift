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
/// | `FAILPOINT` | `place:count`, where a fault test lets the process die | none |
/// | `PROTECTIONS_OFF` | names of messaging's protections that a fault test does without, commas between | none |
///
/// With a database or brokers on another machine it has to be said how the connection is protected. The last two, and a retention shorter than the topics' own, are refused unless the database is on this machine: nobody
/// loses events of real people by a left-over key.
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
    package var failPoints: FailPoints
    /// Messaging's protections: all of them, but in a fault test.
    package var rules = MessagingRules.all

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
        logLevel: Logger.Level = .info, failPoints: FailPoints = FailPoints()
    ) {
        self.logLevel = logLevel
        self.database = database
        self.kafka = kafka
        self.health = health
        self.keys = keys
        self.failPoints = failPoints
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
        failPoints = environment.optional("FAILPOINT", as: .failPoints, default: FailPoints())
        rules = environment.optional("PROTECTIONS_OFF", as: .protectionsOff, default: .all)
        DatabaseSettings.checkTransport(of: database.url, "DATABASE_URL", in: &environment)
        kafka.checkTransport(in: &environment)
        guard !database.isOnThisMachine else { return }
        let refusal = "is for fault tests, whose database is on the same machine as they are"
        if failPoints.isArmed { environment.report("FAILPOINT", refusal) }
        if rules != .all { environment.report("PROTECTIONS_OFF", refusal) }
        if outboxRetention < policy {
            environment.report("OUTBOX_RETENTION_MINUTES", "below \(Int(policy / .seconds(60))) \(refusal)")
        }
    }
}

extension EnvironmentFormat<FailPoints> {
    /// A place and the pass at which to die.
    package static var failPoints: Self {
        let places = FailPoints.Place.allCases.map(\.rawValue).joined(separator: ", ")
        return Self("a place (\(places)) and a count, like published:3", placeholder: FailPoints()) { _, text in
            FailPoints(text)
        }
    }
}

extension EnvironmentFormat<MessagingRules> {
    /// All protections but those named.
    package static var protectionsOff: Self {
        let names = MessagingRules.names.map(\.name).joined(separator: ", ")
        return Self("protections to do without (\(names)), commas between", placeholder: .all) { _, text in
            MessagingRules(allBut: text)
        }
    }
}
