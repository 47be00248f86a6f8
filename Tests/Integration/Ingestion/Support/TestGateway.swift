import Crypto
import EventContracts
import Foundation
import IngestionCore
import IngestionNotifications
import IngestionService
import Logging
import Messaging
import Photos
import Postgres
import Sealing
import ServiceLifecycle
import ServiceRuntime
import TestPeers
import TestSupport
import UnitSupport

/// The fully composed gateway on its own database, with the other services simulated by `Neighbors`.
///
/// There is no broker: its events stay in the outbox, where `Neighbors` reads them.
struct TestGateway: Sendable {
    let client: TestHTTPClient
    let neighbors: Neighbors
    /// The gateway's own database, as its own role.
    let database: MessagingDatabase
    let sealer: Sealer
    let clock: FixedClock
    /// The directory of the gateway's photos.
    let photoRoot: String
    /// The parts of the gateway.
    let photos: SealedPhotos
    /// The gateway's photos, over the same store and database.
    let archive: PhotoArchive
    private let databaseName: String
    private let configuration: IngestionConfiguration

    static let signingKey = P256.Signing.PrivateKey()
    static let webPushKey = Base64URL.encode(signingKey.publicKey.x963Representation)
    static let terms = "2026-11"
    /// Read once, since each reading takes milliseconds.
    private static let migrations = Result { try IngestionMigrations.all() }

    /// Runs a gateway while the body runs.
    static func with(
        neighbors areThere: Bool = true, logger: Logger? = nil,
        _ change: (inout IngestionConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestGateway) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await with(
                neighbors: areThere, photos: directory.appending(path: "photos").path(), logger, change, body)
        }
    }

    private static func with(
        neighbors areThere: Bool, photos: String, _ logger: Logger?,
        _ change: (inout IngestionConfiguration) -> Void,
        _ body: @escaping @Sendable (TestGateway) async throws -> Void
    ) async throws {
        try await TestDatabase.with([TestSchema("ingestion", try migrations.get())]) { test in
            let role = test.role("ingestion")
            let ring = MemoryKeyRing()
            var configuration = unchangedConfiguration(on: role.configuration, ring, photos: photos)
            change(&configuration)
            // Whole seconds, so that values read back from the database are not later than the stored ones.
            let clock = FixedClock(Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            let service = try await IngestionService.build(configuration, clock: clock, logger: logger) {
                running.yield($0)
            }
            let sealer = Sealer(keyRing: ring)
            let pool = PostgresPool(configuration: role.configuration, size: 4, logger: quiet)
            let database = MessagingDatabase(service: "ingestion", pool: pool, clock: clock, logger: quiet)
            let sealed = SealedPhotos(store: configuration.photoStore.store(), sealer: sealer)
            let archive = PhotoArchive(
                database: database, photos: sealed, index: BlindIndex(key: configuration.indexKey),
                memory: PhotoMemory(.init()))
            let built = configuration
            let neighbors = Neighbors(database: database, sealer: sealer, clock: clock)
            // Stopped gracefully, since a cancelled server may drop a connection that it has just accepted.
            let lifetime = ServiceGroup(
                configuration: .init(services: [.init(service: Runs(service: service))], logger: quiet))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await lifetime.run()
                    throw Done()
                }
                if areThere { group.addTask { try await neighbors.run() } }
                group.addTask {
                    for await port in ports {
                        let gateway = TestGateway(
                            client: TestHTTPClient(port: port), neighbors: neighbors, database: database,
                            sealer: sealer, clock: clock, photoRoot: photos, photos: sealed, archive: archive,
                            databaseName: test.admin.database,
                            configuration: built)
                        let result: Result<Void, any Error>
                        do {
                            result = .success(try await body(gateway))
                        } catch {
                            result = .failure(error)
                        }
                        await lifetime.triggerGracefulShutdown()
                        return try result.get()
                    }
                }
                do {
                    while try await group.next() != nil {}
                } catch is Done {}
                group.cancelAll()
            }
            await pool.close()
        }
    }

    /// The configuration before a test changes it.
    private static func unchangedConfiguration(
        on database: PostgresConfiguration, _ ring: MemoryKeyRing, photos: String
    ) -> IngestionConfiguration {
        var settings = EventServiceSettings(
            database: DatabaseSettings(url: database.url), kafka: KafkaSettings(brokers: "127.0.0.1:9"),
            health: HTTPBinding(port: 0), keys: .ring(ring))
        // There are no other services to wait for.
        settings.relay.brokerTimeout = .milliseconds(100)
        settings.relay.stopTimeout = .milliseconds(100)
        var configuration = IngestionConfiguration(
            settings: settings, http: HTTPBinding(port: 0), signingKey: signingKey,
            indexKey: [UInt8](repeating: 7, count: 32), photoStore: .file(root: photos))
        configuration.terms = terms
        configuration.plan = .pro
        configuration.webPush = WebPushSettings(publicKey: webPushKey)
        configuration.rates.signInsPerAddress = 1_000
        return configuration
    }

    /// Runs another instance of the gateway beside this one, as after a restart: state in memory is not shared.
    func withAnotherCopy(_ body: @escaping @Sendable (TestHTTPClient) async throws -> Void) async throws {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let service = try await IngestionService.build(configuration, clock: clock) { running.yield($0) }
        let lifetime = ServiceGroup(
            configuration: .init(services: [.init(service: Runs(service: service))], logger: Self.quiet))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await lifetime.run() }
            var ready = ports.makeAsyncIterator()
            guard let port = await ready.next() else { throw CancellationError() }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(TestHTTPClient(port: port)))
            } catch {
                result = .failure(error)
            }
            await lifetime.triggerGracefulShutdown()
            try await group.waitForAll()
            try result.get()
        }
    }

    private struct Done: Error {}

    /// The gateway as a part of a service group that can be stopped.
    private struct Runs: Service {
        let service: EventService

        func run() async throws { try await service.run() }
    }

    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Ends every connection to the gateway's database and refuses new ones, or allows them again.
    func setDatabase(reachable isReachable: Bool) async throws {
        let session = try await DedicatedSession.open(TestDatabase.environmentServer())
        defer { session.close() }
        try await session.execute(
            "ALTER DATABASE \(identifier: databaseName) ALLOW_CONNECTIONS \(raw: isReachable ? "true" : "false")")
        _ = try await session.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = \(databaseName)")
    }

    /// Lends the administrator's connection, as owner of the server.
    func asAdministrator(_ body: (DedicatedSession) async throws -> Void) async throws {
        var server = try TestDatabase.environmentServer()
        server.database = databaseName
        server.searchPath = "ingestion"
        let session = try await DedicatedSession.open(server)
        defer { session.close() }
        try await body(session)
    }

    // MARK: - People

    private struct Registration: Encodable {
        let email: String
        let password: String
        let locale = "en-CA"
        let timeZone = "America/Toronto"
        let acceptedTerms = TestGateway.terms
        let consents: [String: Bool]?
    }

    /// Registers a new person with every consent that tests need.
    func register(
        _ email: String = "person-\(UUID().uuidString.lowercased())@example.com",
        password: String = "a long enough password",
        consents: [String: Bool]? = ["sharing": true, "communityPrices": true, "location": true]
    ) async throws -> Person {
        let answer = try await client.send(
            "POST", "/v1/accounts", json: Registration(email: email, password: password, consents: consents))
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try Person(answer, email: email, password: password, client: client)
    }

    /// Signs a person in again.
    func signIn(_ person: Person) async throws -> Person {
        let answer = try await client.send(
            "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try Person(answer, email: person.email, password: person.password, client: client)
    }
}

/// A response that a test did not expect.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ answer: TestHTTPClient.Answer) { description = "\(answer.status) \(answer.text)" }
}

/// A signed-in person.
struct Person: Sendable {
    let account: AccountID
    let email: String
    let password: String
    let accessToken: String
    let refreshToken: String
    /// Sends the access token with each request.
    let client: TestHTTPClient

    init(_ answer: TestHTTPClient.Answer, email: String, password: String, client: TestHTTPClient) throws {
        let value = try answer.json
        guard let account = value["account"]?["id"]?.string.flatMap(AccountID.init(text:)),
            let accessToken = value["session"]?["accessToken"]?.string,
            let refreshToken = value["session"]?["refreshToken"]?.string
        else { throw Unexpected(answer) }
        self.account = account
        self.email = email
        self.password = password
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        var client = client
        client.headers["authorization"] = "Bearer \(accessToken)"
        self.client = client
    }

    /// The password as a proof of identity.
    var proof: String { #"{"currentPassword":"\#(password)"}"# }

    /// Sends JSON text.
    func send(
        _ method: String, _ path: String, _ body: String, headers: [String: String] = [:]
    ) async throws -> TestHTTPClient.Answer {
        try await client.send(
            method, path, headers: ["content-type": "application/json"].merging(headers) { $1 }, body: Array(body.utf8))
    }

    /// Sends a photo.
    func send(
        _ method: String, _ path: String, photo: [UInt8], type: String = "image/jpeg", headers: [String: String] = [:]
    ) async throws -> TestHTTPClient.Answer {
        try await client.send(
            method, path, headers: ["content-type": type].merging(headers) { $1 }, body: photo)
    }

    /// Has a text assessed and waits for the verdict.
    func scan(_ text: String = "Ingredients: milk, sugar") async throws -> JSONValue {
        let answer = try await send("POST", "/v1/label-scans", #"{"text":"\#(text)"}"#, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }
}

extension TestHTTPClient.Answer {
    /// The body, parsed as strictly as the gateway parses JSON.
    var json: JSONValue { get throws { try JSONReader.read(body) } }

    /// The last part of a problem's type.
    var problem: String? {
        (try? json)?["type"]?.string?.split(separator: "/").last.map(String.init)
    }

    /// Names of a problem's query parameters.
    var parameters: [String] { (try? json)?["errors"]?.items.compactMap { $0["parameter"]?.string } ?? [] }

    /// Pointers of a problem's fields.
    var pointers: [String] { (try? json)?["errors"]?.items.compactMap { $0["pointer"]?.string } ?? [] }
}

extension JSONValue {
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    var decimal: Double? { if case .number(let text) = self { Double(text) } else { nil } }
    var items: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    var names: [String] { if case .object(let members) = self { members.map(\.name).sorted() } else { [] } }
}
