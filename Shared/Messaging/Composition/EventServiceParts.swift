import EventContracts
import Foundation
import KeyServer
import Logging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// What every event-driven service is made of before it has handlers: database, keys, figures, watchdog.
package struct EventServiceParts: Sendable {
    /// Schema, role, consumer group and source of its events (STYLE N8).
    package let name: String
    package let settings: EventServiceSettings
    package let connection: PostgresConfiguration
    package let pool: PostgresPool
    /// The accounts' keys, over connections of their own: a handler that holds one of the pool may ask for a key.
    package let sealer: Sealer
    /// The same keys for whoever makes and destroys them.
    package let keyRing: any KeyRing
    package let registry = MetricsRegistry()
    package let watchdog = Watchdog()
    package let clock: any WallClock
    package let logger: Logger
    private let keyPool: PostgresPool
    /// Connections for keys: they are cached, so that few questions are asked.
    private static let keyConnections = 2

    /// Makes the parts; nothing connects before the service runs.
    ///
    /// - Parameters:
    ///   - name: The service's.
    ///   - settings: What it was configured with.
    ///   - clock: The time of day.
    ///   - logger: Where it logs; nil for where everything of the process does.
    /// - Throws: `PostgresError` when the database's address does not parse.
    package init(
        name: String, settings: EventServiceSettings, clock: any WallClock = SystemClock(), logger: Logger? = nil
    ) throws {
        self.name = name
        self.settings = settings
        self.clock = clock
        let logger = logger ?? Logger(label: name)
        self.logger = logger
        var connection = try PostgresConfiguration(url: settings.database.url)
        connection.applicationName = name
        self.connection = connection
        pool = PostgresPool(
            configuration: connection, size: settings.database.poolSize,
            statementTimeout: settings.database.statementTimeout, logger: logger)
        keyPool = PostgresPool(configuration: connection, size: Self.keyConnections, logger: logger)
        switch settings.keys {
        case .database(let masterKeys): keyRing = LocalKeyRing(database: keyPool, masterKeys: masterKeys)
        case .ring(let ring): keyRing = ring
        }
        sealer = Sealer(keyRing: keyRing)
        ProcessMetrics.register(in: registry, startedAt: clock.now())
        if case .database(let masterKeys) = settings.keys, let served = masterKeys as? ServedMasterKeys {
            registry.gauge("foodmagic_key_server_up", help: "Whether the key server answered when last asked.") {
                [MetricsRegistry.Sample(served.server.isAnswering ? 1 : 0)]
            }
        }
    }

    /// Messaging over these parts.
    ///
    /// - Throws: `KafkaError` when librdkafka refuses the configuration.
    package func messaging(
        subscriptions: [Subscription], operations: any OperationEnder, snapshots: [any SnapshotSource]
    ) throws -> MessagingStack {
        var parts = MessagingStack.Parts(
            service: name, pool: pool, connection: connection, kafka: settings.kafka, subscriptions: subscriptions,
            operations: operations, snapshots: snapshots, registry: registry, watchdog: watchdog, logger: logger)
        parts.clock = clock
        parts.observer = settings.observer
        parts.rules = settings.rules
        parts.relay = settings.relay
        parts.retention.outbox = settings.outboxRetention
        return try MessagingStack(parts)
    }

    /// The whole, in start order: database, messaging, the service's own work, health; `checks` are asked beside messaging's.
    package func service(
        _ messaging: MessagingStack, work: [any Service], checks: [HealthCheck] = []
    ) -> EventService {
        let health = HealthServer(
            binding: settings.health, watchdog: watchdog, checks: messaging.checks + checks, metrics: registry,
            logger: logger)
        let services = messaging.services + work
        PeriodicJob.register(services.compactMap { $0 as? PeriodicJob }, in: registry)
        return EventService(
            name: name, database: messaging.database, subscribedTypes: messaging.subscribedTypes,
            services: [PoolLifetime(pool: keyPool), PoolLifetime(pool: pool)] + services + [health],
            logger: logger)
    }
}

/// An event-driven service, built and not yet running.
package struct EventService: Sendable {
    package let name: String
    /// For tests that look at what the service has stored.
    package let database: MessagingDatabase
    /// The event types it takes in, held equal to the contract by a test (STYLE T6).
    package let subscribedTypes: Set<EventType>
    private let services: [any Service]
    private let logger: Logger

    fileprivate init(
        name: String, database: MessagingDatabase, subscribedTypes: Set<EventType>, services: [any Service],
        logger: Logger
    ) {
        self.name = name
        self.database = database
        self.subscribedTypes = subscribedTypes
        self.services = services
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, or until a part fails.
    ///
    /// - Throws: what made a part fail.
    package func run() async throws {
        try await runService(name: name, services: services, logger: logger)
    }
}

/// Closes the pool when everything that uses it has stopped.
private struct PoolLifetime: Service {
    let pool: PostgresPool

    func run() async throws {
        try? await gracefulShutdown()
        await pool.close()
    }
}
