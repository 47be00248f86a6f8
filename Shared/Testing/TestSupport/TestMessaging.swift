import EventContracts
import Foundation
import Kafka
import Logging
import Messaging
import Postgres
import ServiceLifecycle
import ServiceRuntime
import TestPeers

/// One service's messaging in a test, with the subscriptions and protections that the test chooses.
///
/// Its schema is in a test database, its stack uses a test broker.
package struct TestMessaging: Sendable {
    /// For changes while the stack runs or is stopped.
    package let database: MessagingDatabase
    private let parts: MessagingStack.Parts
    package let pool: PostgresPool
    package let registry: MetricsRegistry

    /// Migrates the schema of `service` (once per database, unless the database came with it) and builds its stack.
    package init(
        service: String, database: TestDatabase, broker: String, subscriptions: [Subscription] = [],
        operations: any OperationEnder = SilentOperations(), snapshots: [any SnapshotSource] = [],
        rules: WeakenedRules = .all, extraMigrations: [Migration] = [],
        change: (inout MessagingStack.Parts) -> Void = { _ in }
    ) async throws {
        var logger = Logger(label: service)
        logger.logLevel = .error
        let role = try await database.migrate(
            try MessagingMigrations.all() + extraMigrations, of: service, logger: logger)
        pool = PostgresPool(configuration: role.configuration, logger: logger)
        registry = MetricsRegistry()
        var kafka = KafkaSettings(brokers: broker)
        kafka.sessionTimeout = .seconds(6)
        var parts = MessagingStack.Parts(
            service: service, pool: pool, connection: role.configuration, kafka: kafka, subscriptions: subscriptions,
            operations: operations, snapshots: snapshots, registry: registry, watchdog: Watchdog(), logger: logger)
        if rules != .all { parts.rules = rules }
        // `database` is not the stack's own, so the relay treats its writes like those of another process.
        parts.relay.alonePollInterval = parts.relay.pollInterval
        change(&parts)
        self.parts = parts
        self.database = MessagingDatabase(
            service: service, pool: pool, clock: parts.clock, logger: logger)
    }

    /// Builds a stack and runs it while the body runs, then stops it gracefully.
    package func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let stack = try MessagingStack(parts)
        let group = ServiceGroup(
            configuration: .init(services: stack.services.map { .init(service: $0) }, logger: Logger(label: "test")))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let result: Result<Value, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try result.get()
        }
    }

    /// A single number from the service's schema.
    package func count(_ sql: SQL) async throws -> Int {
        try await pool.query(sql).first?.decode(Int.self) ?? 0
    }
}

/// Ends no operations.
package struct SilentOperations: OperationEnder {
    package init() {}

    package func reject(
        _ attributes: EventAttributes, _ problem: OutcomeProblem, in transaction: borrowing Transaction
    ) async throws {}

    package func fail(_ attributes: EventAttributes, in transaction: borrowing Transaction) async throws {}
}
