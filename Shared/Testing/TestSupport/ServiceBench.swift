import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime
import TestPeers

/// A fully composed service with a broker, a database, a key ring and a neighbor that sends events.
package struct ServiceBench: Sendable {
    /// The service's settings.
    package let settings: EventServiceSettings
    /// The service's schema, for reading its tables and events.
    package let database: MessagingDatabase
    package let clock: FixedClock
    package let sealer: Sealer
    private let keyRing: LocalKeyRing
    private let neighbor: TestMessaging

    /// Creates broker, database and schemas, runs the body, and drops them.
    ///
    /// - Parameters:
    ///   - service: The service's name: schema and role.
    ///   - migrations: The service's migrations, messaging's included; not read without a server.
    ///   - neighbor: The service that sends events to it.
    ///   - body: Receives the bench.
    /// - Throws: The error of the body, or of a missing dependency.
    package static func with(
        service: String, migrations: @autoclosure () throws -> [Migration], neighbor: String,
        _ body: (ServiceBench) async throws -> Void
    ) async throws {
        try await TestBroker.with { broker in
            let schemas = [TestSchema(service, try migrations()), TestSchema(neighbor, try MessagingMigrations.all())]
            try await TestDatabase.with(schemas, keysBy: neighbor, readers: [service]) { database in
                var logger = Logger(label: service)
                logger.logLevel = .error
                let role = database.role(service)
                let speaker = try await TestMessaging(service: neighbor, database: database, broker: broker.brokers)
                let masterKeys = try Self.masterKeys()
                let keyRing = LocalKeyRing(database: speaker.pool, masterKeys: masterKeys)
                let clock = FixedClock(Date())
                let pool = PostgresPool(configuration: role.configuration, size: 2, logger: logger)
                let bench = ServiceBench(
                    settings: Self.settings(role, broker, masterKeys),
                    database: MessagingDatabase(service: service, pool: pool, clock: clock, logger: logger),
                    clock: clock, sealer: Sealer(keyRing: keyRing), keyRing: keyRing, neighbor: speaker)
                let result: Result<Void, any Error>
                do {
                    result = .success(try await body(bench))
                } catch {
                    result = .failure(error)
                }
                await pool.close()
                await speaker.pool.close()
                try result.get()
            }
        }
    }

    private static func settings(
        _ role: TestDatabase.Role, _ broker: TestBroker, _ masterKeys: MasterKeys
    ) -> EventServiceSettings {
        var kafka = KafkaSettings(brokers: broker.brokers)
        kafka.sessionTimeout = .seconds(6)
        return EventServiceSettings(
            database: DatabaseSettings(url: role.configuration.url), kafka: kafka, health: HTTPBinding(port: 0),
            keys: .database(masterKeys), logLevel: .error)
    }

    private static func masterKeys() throws -> MasterKeys {
        let key = (0..<MasterKeys.keyByteCount).map { _ in UInt8.random(in: 0...255) }
        guard let keys = MasterKeys([(id: "test", key: key)]) else { throw SealingError.malformed }
        return keys
    }

    /// Creates an account with its own key.
    package func account() async throws -> AccountID {
        let account = AccountID.random()
        try await keyRing.createKey(for: account.uuid)
        return account
    }

    /// Emits an event of the neighbor.
    ///
    /// - Parameters:
    ///   - body: The event's data.
    ///   - account: The key.
    ///   - subject: The resource.
    ///   - operation: The client's operation.
    /// - Throws: A `PostgresError`.
    package func publish(
        _ body: some EventBody, of account: AccountID, subject: (any CustomStringConvertible & Sendable)? = nil,
        operation: OperationID? = nil
    ) async throws {
        try await neighbor.database.write(.request(correlationID: UUID(), operationID: operation)) { transaction in
            try transaction.append(body, key: account, subject: subject)
        }
    }

    /// Runs the service and the neighbor while the body runs, then stops both.
    ///
    /// - Parameters:
    ///   - service: The composed service.
    ///   - body: Runs meanwhile.
    /// - Throws: The error of the body, or of the service.
    package func running(_ service: EventService, _ body: @Sendable () async throws -> Void) async throws {
        try await neighbor.running {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                let result: Result<Void, any Error>
                do {
                    result = .success(try await body())
                } catch {
                    result = .failure(error)
                }
                group.cancelAll()
                do {
                    try await group.waitForAll()
                } catch is CancellationError {
                    // The tasks are cancelled on purpose.
                }
                try result.get()
            }
        }
    }
}
