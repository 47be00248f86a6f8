import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Events of a later release beside those of an earlier one.
@Suite("Events of a later release", .timeLimit(.minutes(10)))
struct LaterReleaseTests {
    private static let account = AccountID.random()
    private static let everything = Entitlements(
        history: true, detailedReports: true, savedFiles: true, customization: true, photosPerDay: nil, lane: .label,
        promotions: false)

    private struct WriteDown: EventHandler {
        func handle(_ event: Event<EntitlementChanged>, in transaction: borrowing Transaction) async throws {
            try await transaction.execute("INSERT INTO seen (version) VALUES (\(event.body.version))")
        }
    }

    /// `billing` publishes three versions, modified in transit; `ingestion` consumes them.
    private func take(
        _ change: String, _ body: (TestMessaging, TestMessaging) async throws -> Void
    ) async throws {
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let owner = try await TestMessaging(service: "billing", database: database, broker: broker.brokers)
                let seen = try Migration(
                    file: "V0101__create_seen.sql", bytes: Array("CREATE TABLE seen (version bigint NOT NULL);".utf8))
                let reader = try await TestMessaging(
                    service: "ingestion", database: database, broker: broker.brokers,
                    subscriptions: [Subscription(WriteDown())], extraMigrations: [seen])
                for version in 1...3 {
                    try await owner.database.write(.request(correlationID: UUID())) { transaction in
                        try transaction.append(
                            EntitlementChanged(
                                accountID: Self.account, version: Int64(version), tier: .pro,
                                entitlements: Self.everything, changedAt: Date()), key: Self.account)
                    }
                }
                try await owner.pool.execute(SQL(trusted: change))
                try await body(owner, reader)
                await owner.pool.close()
                await reader.pool.close()
            }
        }
    }

    private func ran(_ owner: TestMessaging, _ reader: TestMessaging) async throws {
        try await owner.running {
            try await reader.running {
                try await eventually("all three are processed") {
                    try await reader.count("SELECT coalesce(max(last_sequence), 0) FROM consumed") == 3
                }
            }
        }
    }

    @Test("later release: an unknown value is skipped and counted")
    func unknownValue() async throws {
        let change = """
            UPDATE outbox SET body = convert_to(
                replace(convert_from(body, 'UTF8'), '"tier":"pro"', '"tier":"household"'), 'UTF8')
            WHERE sequence = 2
            """
        try await take(change) { owner, reader in
            try await ran(owner, reader)
            #expect(try await reader.count("SELECT count(*) FROM seen") == 2)
            #expect(try await reader.count("SELECT count(*) FROM dead_letters") == 0)
            #expect(reader.registry.counter("foodmagic_inbox_unknown_total", help: "").value == 1)
        }
    }

    @Test("later release: an invalid value still becomes a dead letter")
    func noValue() async throws {
        let change = """
            UPDATE outbox SET body = convert_to(
                replace(convert_from(body, 'UTF8'), '"tier":"pro"', '"tier":5'), 'UTF8') WHERE sequence = 2
            """
        try await take(change) { owner, reader in
            try await ran(owner, reader)
            #expect(try await reader.count("SELECT count(*) FROM dead_letters") >= 1)
        }
    }

    @Test("row 35: control: a renamed required field becomes a dead letter")
    func renamedField() async throws {
        let change = """
            UPDATE outbox SET body = convert_to(
                replace(convert_from(body, 'UTF8'), '"accountID":', '"accountIDOfTheNextRelease":'), 'UTF8')
            """
        try await take(change) { owner, reader in
            try await ran(owner, reader)
            #expect(try await reader.count("SELECT count(*) FROM seen") == 0)
            #expect(try await reader.count("SELECT count(*) FROM dead_letters") == 3)
        }
    }
}
