import EventContracts
import Foundation
import Kafka
import Logging
import Postgres
import ServiceLifecycle
import ServiceRuntime

/// Everything a service needs for messaging, built from its subscriptions; the same in every service.
package struct MessagingStack: Sendable {
    /// The inputs from a service.
    package struct Parts: Sendable {
        /// The service's name: also its schema, role, consumer group and event source.
        package var service: String
        package var pool: PostgresPool
        package var connection: PostgresConfiguration
        package var kafka: KafkaSettings
        /// One line per event type and handler.
        package var subscriptions: [Subscription]
        package var operations: any OperationEnder
        package var snapshots: [any SnapshotSource]
        package var registry: MetricsRegistry
        package var watchdog: Watchdog
        package var clock: any WallClock = SystemClock()
        package var rules: any DeliveryRules = StandardDelivery()
        /// Settings of the relay; the broker's cap comes from `kafka`.
        package var relay = OutboxRelay.Settings()
        package var retention = MessagingRetention.Settings()
        package var gathering = Gathering.prompt
        /// How often the consumer's positions are compared with the ends of the logs.
        package var stallInterval = Duration.seconds(30)
        package var observer: StageObserver?
        package var tracer: Tracer?
        package var logger: Logger

        package init(
            service: String, pool: PostgresPool, connection: PostgresConfiguration, kafka: KafkaSettings,
            subscriptions: [Subscription], operations: any OperationEnder, snapshots: [any SnapshotSource],
            registry: MetricsRegistry, watchdog: Watchdog, logger: Logger
        ) {
            self.service = service
            self.pool = pool
            self.connection = connection
            self.kafka = kafka
            self.subscriptions = subscriptions
            self.operations = operations
            self.snapshots = snapshots
            self.registry = registry
            self.watchdog = watchdog
            self.logger = logger
        }
    }

    /// Changes state and emits events in one transaction.
    package let database: MessagingDatabase
    /// In start order: relay, gap healing, consumer.
    package let services: [any Service]
    /// The subscribed types, without control records.
    package let subscribedTypes: Set<EventType>
    /// One check per dependency.
    package let checks: [HealthCheck]

    /// - Throws: `KafkaError` if librdkafka refuses the configuration.
    package init(_ parts: Parts) throws {
        let logger = parts.logger, service = parts.service
        let database = MessagingDatabase(
            service: service, pool: parts.pool, clock: parts.clock, observer: parts.observer, tracer: parts.tracer,
            logger: logger)
        let metrics = MessagingMetrics(parts.registry)
        let kafka = KafkaConfiguration(parts.kafka, clientID: service)
        let producer = try KafkaProducer(kafka, logger: logger)
        var relaySettings = parts.relay
        relaySettings.capBytes = parts.kafka.partitionCapBytes
        let admin = KafkaAdmin(kafka, logger: logger)
        let relay = OutboxRelay(
            database: database, connection: parts.connection, producer: producer, admin: admin,
            settings: relaySettings, rules: parts.rules, metrics: metrics, logger: logger)
        let subscriptions = parts.subscriptions + [Subscription(RepublishIntake(service: service))]
        let work = BatchTransaction(
            consumer: service, database: database,
            subscriptions: Dictionary(uniqueKeysWithValues: subscriptions.map { ($0.type, $0) }),
            operations: parts.operations, rules: parts.rules)
        var consumerSettings = EventConsumer.Settings(kafka: kafka, group: service)
        consumerSettings.gathering = parts.gathering
        consumerSettings.stallInterval = parts.stallInterval
        let consumer = EventConsumer(
            settings: consumerSettings, work: work, metrics: metrics,
            watchdog: parts.watchdog, admin: admin, logger: logger)
        let rounds = RepublishJob(database: database, snapshots: parts.snapshots, logger: logger)
        let missing = MissingEvents(database: database, consumer: service)
        let retention = MessagingRetention(database: database, settings: parts.retention, metrics: metrics)
        let processor = DeadLetterProcessor(work: work, metrics: metrics, logger: logger)
        self.database = database
        subscribedTypes = Set(parts.subscriptions.map(\.type))
        services = [
            ProducerLifetime(producer: producer), relay,
            PeriodicJob("republish", every: .seconds(1), unlessIdle: database.activity, logger: logger) {
                try await rounds.run()
            },
            PeriodicJob("retention of messages", every: parts.retention.interval, logger: logger) {
                try await retention.run()
            },
            PeriodicJob("missing events", every: .seconds(1), unlessIdle: database.activity, logger: logger) {
                try await missing.requestAgain()
            },
            PeriodicJob("dead letters", every: .milliseconds(500), unlessIdle: database.activity, logger: logger) {
                while try await processor.workOff() {}
            },
            consumer,
        ]
        checks = Self.checks(database: database, producer: producer, consumer: consumer)
        MessagingGauges.register(in: parts.registry, database: database, consumer: consumer)
    }

    private static func checks(
        database: MessagingDatabase, producer: KafkaProducer, consumer: EventConsumer
    ) -> [HealthCheck] {
        [
            HealthCheck(name: "postgres") {
                do {
                    _ = try await database.pool.query("SELECT 1")
                    return .up
                } catch {
                    return .down("\(error)")
                }
            },
            HealthCheck(name: "kafka") {
                do {
                    _ = try await producer.clusterID(timeout: .seconds(1))
                    return .up
                } catch {
                    return .down("\(error)")
                }
            },
            HealthCheck(name: "consumer") {
                consumer.problem.map { .down($0) } ?? .up
            },
        ]
    }
}

/// Closes the producer after everything that uses it has stopped.
private struct ProducerLifetime: Service {
    let producer: KafkaProducer

    func run() async throws {
        try? await gracefulShutdown()
        await producer.flushAndClose(within: .seconds(2))
    }
}
