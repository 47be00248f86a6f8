import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import TestPeers

/// A service's real schema in a test database; its handlers are called one event at a time, without a broker.
package struct HandlerBench: Sendable {
    package let database: MessagingDatabase
    package let clock: FixedClock
    package let keyRing: MemoryKeyRing
    package let sealer: Sealer
    /// The service's sign-in to its schema.
    package let connection: PostgresConfiguration
    /// The administrator's sign-in to the same database.
    package let administrator: PostgresConfiguration
    private let service: String

    /// Creates the schema as the migrator does, runs the body, and drops it.
    ///
    /// - Parameters:
    ///   - service: The service's name: schema and role.
    ///   - migrations: The service's migrations, messaging's included; not read without a server.
    ///   - body: Receives the bench.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or of a missing dependency.
    package static func with<Value>(
        service: String, migrations: @autoclosure () throws -> [Migration],
        _ body: (HandlerBench) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.with([TestSchema(service, try migrations())]) { test in
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

    /// Creates an account with its own key.
    package func account() async throws -> AccountID {
        let account = AccountID.random()
        try await keyRing.createKey(for: account.uuid)
        return account
    }

    /// Passes an event to a handler, in a transaction as messaging does.
    ///
    /// - Parameters:
    ///   - body: The event's data.
    ///   - handler: The handler.
    ///   - account: The key.
    ///   - operation: The client's operation.
    /// - Returns: The event's attributes.
    /// - Throws: The error of the handler; nothing is stored then.
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
