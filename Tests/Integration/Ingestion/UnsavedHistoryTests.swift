import BillingRules
import Crypto
import EventContracts
import Foundation
import IngestionCore
import IngestionDiary
import IngestionService
import Messaging
import Postgres
import Quantities
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Unsaved history of Basic, where configured") struct UnsavedHistoryTests {
    private static let table = EntitlementTable()

    private func with(_ body: @escaping @Sendable (TestGateway) async throws -> Void) async throws {
        try await TestGateway.with {
            $0.plan = .basic
        } _: { gateway in
            try await body(gateway)
        }
    }

    private func history(_ gateway: TestGateway) -> UnsavedHistory {
        UnsavedHistory(database: gateway.database, standard: .basic, table: Self.table)
    }

    /// Records an apple now, or a number of days ago.
    private func eat(_ person: Person, daysAgo: Double = 0, _ gateway: TestGateway) async throws -> String {
        let at = EventTime.format(gateway.clock.now() - daysAgo * 86_400)
        let answer = try await person.send(
            "POST", "/v1/meals", #"{"eatenAt":"\#(at)","items":[{"foodId":"sr28-09003","grams":150}]}"#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try #require(try answer.json["id"]?.string)
    }

    /// Whether a meal is stored; the basic plan does not show other days.
    private func isThere(_ meal: String, _ gateway: TestGateway) async throws -> Bool {
        let id = try #require(UUID(uuidString: meal))
        return try await gateway.database.count(
            "SELECT count(*) FROM documents WHERE kind = 'meal' AND id = \(id) AND deleted_at IS NULL") == 1
    }

    /// Number of commands to delete.
    private func deletions(_ gateway: TestGateway) async throws -> Int {
        try await gateway.database.events(DeleteMeal.self).count
    }

    private func entitle(
        _ person: Person, _ tier: PlanTier, version: Int64, until: Date? = nil, _ gateway: TestGateway
    ) async throws {
        try await gateway.neighbors.publish(
            EntitlementChanged(
                accountID: person.account, version: version, tier: tier, entitlements: Self.table[tier],
                changedAt: EventTime.truncate(gateway.clock.now()), until: until,
                after: until.map { _ in Self.table[.basic] }), nil, nil)
    }

    @Test("C12, NUT-15: unsaved Basic: past days are removed once; today stays")
    func over() async throws {
        try await with { gateway in
            let person = try await gateway.register(), history = history(gateway)
            let today = try await eat(person, gateway), older = try await eat(person, daysAgo: 2, gateway)
            async let one: Void = history.run()
            async let other: Void = history.run()
            _ = try await (one, other)
            try await eventually("the older meal is gone") { try await !isThere(older, gateway) }
            #expect(try await isThere(today, gateway))
            gateway.clock.advance(by: .seconds(2 * 86_400))
            for _ in 0..<3 { try await history.run() }
            try await eventually("the day is over") { try await !isThere(today, gateway) }
            #expect(try await deletions(gateway) == 2)
        }
    }

    @Test("C12: unsaved Basic: entries made in Pro are never removed")
    func paid() async throws {
        try await with { gateway in
            let person = try await gateway.register(), history = history(gateway)
            try await entitle(person, .pro, version: 1, gateway)
            let paid = try await eat(person, daysAgo: 3, gateway)
            try await history.run()
            #expect(try await deletions(gateway) == 0)
            // The plan ends at the announced instant, even without a further event.
            let end = EventTime.truncate(gateway.clock.now() + 60)
            try await entitle(person, .pro, version: 2, until: end, gateway)
            gateway.clock.advance(by: .seconds(61))
            let free = try await eat(person, daysAgo: 3, gateway)
            try await history.run()
            try await eventually("the entries of basic are removed") { try await !isThere(free, gateway) }
            #expect(try await isThere(paid, gateway))
            try await entitle(person, .basic, version: 3, gateway)
            try await history.run()
            #expect(try await deletions(gateway) == 1)
            #expect(try await isThere(paid, gateway))
        }
    }

    @Test("C12: by default Basic entries are kept for later subscribers")
    func usual() async throws {
        var environment = [
            "DATABASE_URL": "postgres://a:b@127.0.0.1/d", "KAFKA_BROKERS": "127.0.0.1:9092", "PHOTO_STORE": "file:/tmp",
            "TOKEN_SIGNING_KEY": TestGateway.signingKey.rawRepresentation.base64EncodedString(),
            "EMAIL_INDEX_KEY": Data(repeating: 1, count: 32).base64EncodedString(),
            "KEYRING_MASTER_KEYS": "one:" + Data(repeating: 2, count: 32).base64EncodedString(),
        ]
        #expect(try IngestionConfiguration(from: EnvironmentReader(environment)).savesBasicHistory)
        environment["BASIC_HISTORY"] = "false"
        #expect(try !IngestionConfiguration(from: EnvironmentReader(environment)).savesBasicHistory)
    }
}
