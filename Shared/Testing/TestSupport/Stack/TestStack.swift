import AsyncHTTPClient
import Foundation
import Kafka
import Logging
import Postgres
import Sealing
import TestPeers
import UnitSupport

/// The whole system as real processes on free ports, with its own database and broker.
///
/// Only one stack runs at a time, even if several suites run concurrently, since several would share two processor
/// cores and distort measured times.
package final class TestStack: Sendable {
    package typealias Schema = TestSchema

    /// Lets one stack run at a time.
    private static let turn = TestQueue()

    package let broker: TestBroker
    package let database: TestDatabase
    /// Services in start order.
    package let services: [ServiceProcess]
    /// The administrator's connections to all schemas.
    package let admin: PostgresPool
    /// Directory of the gateway's photos.
    package let photoRoot: String
    /// Directory of the catalog store.
    package var catalogueRoot: URL { URL(filePath: photoRoot).deletingLastPathComponent().appending(path: "catalogue") }
    /// The public API.
    package let gateway: PublicGateway
    /// Port of the public API.
    package let gatewayPort: Int
    private let schemas: [Schema]

    private init(
        broker: TestBroker, database: TestDatabase, services: [ServiceProcess], admin: PostgresPool,
        photoRoot: String, gateway: PublicGateway, gatewayPort: Int, schemas: [Schema]
    ) {
        self.broker = broker
        self.database = database
        self.services = services
        self.admin = admin
        self.photoRoot = photoRoot
        self.gateway = gateway
        self.gatewayPort = gatewayPort
        self.schemas = schemas
    }

    /// Starts everything, waits until it is ready, runs the body, and stops everything.
    ///
    /// - Parameters:
    ///   - schemas: The services, the gateway first.
    ///   - server: The database server; nil uses that of `TEST_DATABASE_URL`.
    ///   - wiring: How services reach the database and the broker.
    ///   - environment: Additional environment of every service; takes precedence.
    ///   - older: The release that it starts with; nil uses this one.
    ///   - brokers: A Kafka to use instead of a dev broker; its topics are recreated.
    ///   - body: Receives the running stack.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or of a missing dependency.
    package static func with<Value>(
        _ schemas: [Schema], server: PostgresConfiguration? = nil, wiring: any StackWiring = StraightWiring(),
        environment: [String: String] = [:], older: OlderRelease? = nil, brokers: NamedBrokers? = nil,
        _ body: (TestStack) async throws -> Value
    ) async throws -> Value {
        let environment = brokers == nil ? environment : ownKafka.merging(environment) { $1 }
        return try await turn.taken {
            try await withDatabase(schemas, on: server, older: older) { database in
                try await TestBroker.with(named: brokers) { broker in
                    try await withTemporaryDirectory { directory in
                        let httpPort = try freePort()
                        var services: [ServiceProcess] = []
                        for name in schemas.map(\.service) {
                            let connection = try await wiring.database(
                                of: name, at: database.role(name).configuration)
                            let brokers = try await wiring.brokers(of: name, at: broker.brokers)
                            services.append(
                                try service(
                                    name, connection, brokers, httpPort: httpPort, directory: directory,
                                    environment: environment))
                        }
                        return try await run(
                            services, schemas, database, broker, httpPort: httpPort,
                            photoRoot: photoRoot(in: directory), programs: older?.programs, body)
                    }
                }
            }
        }
    }

    /// Settings for a real Kafka: it keeps all records and allows no session timeout below 6 s.
    private static let ownKafka = [
        "KAFKA_SESSION_TIMEOUT_SECONDS": "6", "KAFKA_PARTITION_CAP_BYTES": "0", "KAFKA_FETCH_WAIT_MS": "100",
    ]

    /// Creates a database with the schemas: copied from a template on the shared server, otherwise migrated.
    private static func withDatabase<Value>(
        _ schemas: [Schema], on server: PostgresConfiguration?, older: OlderRelease?,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        if server == nil, older == nil {
            return try await TestDatabase.with(schemas, keysBy: schemas.first?.service, body)
        }
        return try await TestDatabase.with(server: try server ?? TestDatabase.environmentServer()) { database in
            try await migrate(try older?.known(of: schemas) ?? schemas, database)
            return try await body(database)
        }
    }

    /// The service with a name.
    package func service(_ name: String) -> ServiceProcess {
        guard let service = services.first(where: { $0.name == name }) else {
            preconditionFailure("there is no service \(name)")
        }
        return service
    }

    /// Applies this release's additional migrations, and grants the services' roles their rights in this database.
    package func migrateAgain() async throws {
        try await Self.migrate(schemas, database)
    }

    /// Waits until every service is ready, except `vision`, whose models may be missing: tests that send photos wait
    /// for it.
    package func waitUntilReady() async throws {
        for service in services where service.name != "vision" { try await service.waitUntilReady() }
    }

    /// A single number from the database.
    package func count(_ sql: SQL) async throws -> Int {
        try await admin.query(sql).first?.decode(Int.self) ?? 0
    }

    private static func run<Value>(
        _ services: [ServiceProcess], _ schemas: [Schema], _ database: TestDatabase, _ broker: TestBroker,
        httpPort: Int, photoRoot: String, programs: URL?, _ body: (TestStack) async throws -> Value
    ) async throws -> Value {
        var clientSettings = HTTPClient.Configuration()
        clientSettings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: clientSettings)
        // Queries over all schemas may take long.
        let admin = PostgresPool(
            configuration: database.admin, size: 4, statementTimeout: .seconds(60), logger: Logger(label: "test"))
        let stack = TestStack(
            broker: broker, database: database, services: services, admin: admin,
            photoRoot: photoRoot, gateway: PublicGateway(TestHTTPClient(port: httpPort, client: client)),
            gatewayPort: httpPort, schemas: schemas)
        let result: Result<Value, any Error>
        do {
            for service in services { try await service.start(from: programs) }
            try await stack.waitUntilReady()
            result = .success(try await body(stack))
        } catch {
            result = .failure(error)
        }
        for service in services { service.signal(SIGKILL) }
        for service in services where service.isRunning { _ = try? await service.ending(within: .seconds(60)) }
        await admin.close()
        try? await client.shutdown()
        return try result.get()
    }

    /// Migrates as `fmctl migrate` does, with role names unique to this test.
    private static func migrate(_ schemas: [Schema], _ database: TestDatabase) async throws {
        var logger = Logger(label: "migrate")
        logger.logLevel = .error
        for schema in schemas {
            let role = database.role(schema.service)
            _ = try await Migrator(admin: database.admin, logger: logger).apply(
                schema.migrations, schema: schema.service, role: role.name, password: role.password)
        }
        let roles = schemas.map { database.role($0.service).name }
        _ = try await KeyRingSchema(role: database.role(KeyRingSchema.name).name).apply(
            admin: database.admin, grants: .init(readers: roles, registrars: Array(roles.prefix(1))), logger: logger)
    }

    private static func photoRoot(in directory: URL) -> String { directory.appending(path: "photos").path() }

    private static func catalogueRoot(in directory: URL) -> String { directory.appending(path: "catalogue").path() }

    private static func service(
        _ name: String, _ connection: PostgresConfiguration, _ brokers: String, httpPort: Int, directory: URL,
        environment extra: [String: String]
    ) throws -> ServiceProcess {
        let healthPort = try freePort()
        let environment = ProcessInfo.processInfo.environment.merging([
            "DATABASE_URL": connection.url,
            "DATABASE_POOL_SIZE": "6",
            "KAFKA_BROKERS": brokers, "KAFKA_SECURITY_PROTOCOL": "plaintext",
            "KAFKA_SESSION_TIMEOUT_SECONDS": "4",
            "KAFKA_PARTITION_CAP_BYTES": "\(5 * 1_024 * 1_024)",
            "HEALTH_PORT": "\(healthPort)",
            "HTTP_PORT": "\(httpPort)",
            "KEYRING_MASTER_KEYS": "test:" + Data(repeating: 1, count: 32).base64EncodedString(),
            "TOKEN_SIGNING_KEY": Data(repeating: 2, count: 32).base64EncodedString(),
            "EMAIL_INDEX_KEY": Data(repeating: 3, count: 32).base64EncodedString(),
            "ACCOUNT_REQUESTS_PER_MINUTE": "1000000",
            "ADDRESS_REQUESTS_PER_MINUTE": "1000000",
            "ADDRESS_SIGN_INS_PER_MINUTE": "1000000",
            "PHOTO_STORE": "file:\(photoRoot(in: directory))",
            "CATALOGUE_DIRECTORY": catalogueRoot(in: directory),
            "ACCOUNT_PHOTOS_PER_MINUTE": "1000000",
            "ACCOUNT_PLAN": "pro",
            "LOG_LEVEL": "info",
        ]) { $1 }.merging(extra) { $1 }
        return try ServiceProcess(
            name: name, environment: environment, healthPort: healthPort, directory: directory)
    }
}
