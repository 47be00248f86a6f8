import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime

/// A whole service as its own composition builds it, with a broker, a database, a key ring and a neighbour that speaks to it.
package struct ServiceBench: Sendable {
    /// What to build the service with.
    package let settings: EventServiceSettings
    /// The service's schema, to look at what it has stored and said.
    package let database: MessagingDatabase
    package let clock: FixedClock
    package let sealer: Sealer
    private let keyRing: LocalKeyRing
    private let neighbour: TestMessaging

    /// Makes broker, database and schemas, runs the body, and drops them.
    ///
    /// - Parameters:
    ///   - service: the service's name: schema and role.
    ///   - migrations: the service's, messaging's included.
    ///   - neighbour: the service that speaks to it.
    ///   - body: receives the bench.
    /// - Throws: what the body throws, or what is missing.
    package static func with(
        service: String, migrations: [Migration], neighbour: String, _ body: (ServiceBench) async throws -> Void
    ) async throws {
        try await TestBroker.with { broker in
            let schemas = [TestSchema(service, migrations), TestSchema(neighbour, try MessagingMigrations.all())]
            try await TestDatabase.with(schemas, keysBy: neighbour, readers: [service]) { database in
                var logger = Logger(label: service)
                logger.logLevel = .error
                let role = database.role(service)
                let speaker = try await TestMessaging(service: neighbour, database: database, broker: broker.brokers)
                let masterKeys = try Self.masterKeys()
                let keyRing = LocalKeyRing(database: speaker.pool, masterKeys: masterKeys)
                let clock = FixedClock(Date())
                let pool = PostgresPool(configuration: role.configuration, size: 2, logger: logger)
                let bench = ServiceBench(
                    settings: Self.settings(role, broker, masterKeys),
                    database: MessagingDatabase(service: service, pool: pool, clock: clock, logger: logger),
                    clock: clock, sealer: Sealer(keyRing: keyRing), keyRing: keyRing, neighbour: speaker)
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

    /// A new account with a key of its own.
    package func account() async throws -> AccountID {
        let account = AccountID.random()
        try await keyRing.createKey(for: account.uuid)
        return account
    }

    /// Lets the neighbour say something.
    ///
    /// - Parameters:
    ///   - body: the event's data.
    ///   - account: the key.
    ///   - subject: the resource.
    ///   - operation: the client's order it belongs to.
    /// - Throws: a `PostgresError`.
    package func say(
        _ body: some EventBody, of account: AccountID, subject: (any CustomStringConvertible & Sendable)? = nil,
        operation: OperationID? = nil
    ) async throws {
        try await neighbour.database.write(.request(correlationID: UUID(), operationID: operation)) { transaction in
            try transaction.append(body, key: account, subject: subject)
        }
    }

    /// Runs the service and the neighbour while the body runs, then stops both.
    ///
    /// - Parameters:
    ///   - service: what the composition built.
    ///   - body: what to do meanwhile.
    /// - Throws: what the body throws, or what made the service fail.
    package func running(_ service: EventService, _ body: @Sendable () async throws -> Void) async throws {
        try await neighbour.running {
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
                    // As asked.
                }
                try result.get()
            }
        }
    }
}
