import EventContracts
import Foundation
import KeyServer
import Logging
import Outbound
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// The parts that every event-driven service has before its handlers: database, keys, metrics, watchdog.
package struct EventServiceParts: Sendable {
    /// The service's name: also its schema, role, consumer group and event source.
    package let name: String
    package let settings: EventServiceSettings
    package let connection: PostgresConfiguration
    package let pool: PostgresPool
    /// The accounts' keys, over separate connections: a handler that holds a connection of the pool may need a key.
    package let sealer: Sealer
    /// The key ring that `sealer` uses, for creating and destroying keys.
    package let keyRing: any KeyRing
    package let registry = MetricsRegistry()
    package let watchdog = Watchdog()
    /// Records spans; nil without a collector.
    package let tracer: Tracer?
    package let clock: any WallClock
    package let logger: Logger
    private let keyPool: PostgresPool
    /// Connections for keys: few are enough, since keys are cached.
    private static let keyConnections = 2

    /// Creates the parts; nothing connects before the service runs.
    ///
    /// - Parameters:
    ///   - name: The service's name.
    ///   - settings: Its configuration.
    ///   - clock: The time of day.
    ///   - logger: Its logger; nil for the process's default.
    /// - Throws: `PostgresError` if the database's address is invalid.
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
        tracer = settings.collector == nil ? nil : Tracer(registry, share: settings.traceShare)
        ProcessMetrics.register(in: registry, startedAt: clock.now())
        if case .database(let masterKeys) = settings.keys, let served = masterKeys as? ServedMasterKeys {
            registry.gauge("foodmagic_key_server_up", help: "Whether the key server answered when last asked.") {
                [MetricsRegistry.Sample(served.server.isAnswering ? 1 : 0)]
            }
        }
    }

    /// Builds messaging from these parts.
    ///
    /// - Parameters:
    ///   - subscriptions: One for each event type and handler.
    ///   - operations: Ends the operations of events that are rejected or fail.
    ///   - snapshots: Sources of the states that are published again on request.
    ///   - gathering: How long transactions wait for further events.
    /// - Returns: The service's messaging, not running yet.
    /// - Throws: `KafkaError` if librdkafka refuses the configuration.
    package func messaging(
        subscriptions: [Subscription], operations: any OperationEnder, snapshots: [any SnapshotSource],
        gathering: Gathering = .prompt
    ) throws -> MessagingStack {
        var parts = MessagingStack.Parts(
            service: name, pool: pool, connection: connection, kafka: settings.kafka, subscriptions: subscriptions,
            operations: operations, snapshots: snapshots, registry: registry, watchdog: watchdog, logger: logger)
        parts.clock = clock
        parts.observer = settings.observer
        parts.tracer = tracer
        parts.rules = settings.rules
        parts.relay = settings.relay
        parts.gathering = gathering
        parts.retention.outbox = settings.outboxRetention
        return try MessagingStack(parts)
    }

    /// The complete service, in start order: database, messaging, the service's own work, health; `checks` are added to
    /// messaging's.
    package func service(
        _ messaging: MessagingStack, work: [any Service], checks: [HealthCheck] = []
    ) -> EventService {
        let health = HealthServer(
            binding: settings.health, watchdog: watchdog, checks: messaging.checks + checks, metrics: registry,
            logger: logger)
        let services = messaging.services + traceExport() + work
        PeriodicJob.register(services.compactMap { $0 as? PeriodicJob }, in: registry)
        return EventService(
            name: name, database: messaging.database, subscribedTypes: messaging.subscribedTypes,
            services: [PoolLifetime(pool: keyPool), PoolLifetime(pool: pool)] + services + [health],
            logger: logger)
    }

    /// Sends finished spans to the collector; empty without one.
    ///
    /// Spans of the last second before a stop are lost.
    private func traceExport() -> [any Service] {
        guard let tracer, let endpoint = settings.collector else { return [] }
        let collector = TraceCollector(endpoint: endpoint, service: name, tracer: tracer)
        return [PeriodicJob("trace export", every: .seconds(1), logger: logger) { try await collector.export() }]
    }
}

/// A composed event-driven service that is not running yet.
package struct EventService: Sendable {
    package let name: String
    /// For tests that read the service's tables.
    package let database: MessagingDatabase
    /// The subscribed event types; a test compares them with the contract.
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
    /// - Throws: The error of the failed part.
    package func run() async throws {
        try await runService(name: name, services: services, logger: logger)
    }
}

/// Closes the pool after everything that uses it has stopped.
private struct PoolLifetime: Service {
    let pool: PostgresPool

    func run() async throws {
        try? await gracefulShutdown()
        await pool.close()
    }
}
