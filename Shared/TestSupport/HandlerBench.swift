import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing

/// A service's real schema in a test database, its handlers called one event at a time, without a broker.
package struct HandlerBench: Sendable {
    package let database: MessagingDatabase
    package let clock: FixedClock
    package let keyRing: MemoryKeyRing
    package let sealer: Sealer
    /// How the service signs in to its schema.
    package let connection: PostgresConfiguration
    /// Signs in to the same database as the administrator.
    package let administrator: PostgresConfiguration
    private let service: String

    /// Makes the schema as the migrator does, runs the body, and drops it.
    ///
    /// - Parameters:
    ///   - service: the service's name: schema and role.
    ///   - migrations: the service's, messaging's included.
    ///   - body: receives the bench.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or what is missing.
    package static func with<Value>(
        service: String, migrations: [Migration], _ body: (HandlerBench) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.with([TestSchema(service, migrations)]) { test in
            var logger = Logger(label: service)
            logger.logLevel = .error
            let role = test.role(service)
            let pool = PostgresPool(configuration: role.configuration, logger: logger)
            let clock = FixedClock(), keyRing = MemoryKeyRing()
            let database = MessagingDatabase(service: service, pool: pool, clock: clock, logger: logger)
            let bench = HandlerBench(
                database: database, clock: clock, keyRing: keyRing, sealer: Sealer(keyRing: keyRing),
                connection: role.configuration,
                administrator: test.admin, service: service)
            let result: Result<Value, any Error>
            do {
                result = .success(try await body(bench))
            } catch {
                result = .failure(error)
            }
            await pool.close()
            return try result.get()
        }
    }

    /// A new account with a key of its own.
    package func account() async throws -> AccountID {
        let account = AccountID.random()
        try await keyRing.createKey(for: account.uuid)
        return account
    }

    /// Hands an event to a handler, in a transaction as messaging would.
    ///
    /// - Parameters:
    ///   - body: the event's data.
    ///   - handler: who takes it in.
    ///   - account: the key.
    ///   - operation: the client's order it belongs to.
    /// - Returns: the event's attributes.
    /// - Throws: what the handler throws; nothing is stored then.
    @discardableResult
    package func deliver<Handler: EventHandler>(
        _ body: Handler.Body, to handler: Handler, account: AccountID, operation: OperationID? = nil
    ) async throws -> EventAttributes {
        let attributes = EventAttributes(
            id: UUID(), source: "foodmagic/test", type: Handler.Body.type, time: clock.now(), subject: nil,
            key: account.description, operationID: operation, correlationID: UUID())
        try await database.write(.event(attributes, consumer: service)) { transaction in
            try await handler.handle(Event(attributes: attributes, body: body), in: transaction)
        }
        return attributes
    }
}
