import EventContracts
import Foundation
import Messaging
import Postgres
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Prefetched rows of a batch", .timeLimit(.minutes(10)))
struct ReadAheadTests {
    @Test("prefetch: rows are read once per batch, and again after a change")
    func asked() async throws {
        let accounts = (0..<5).map { _ in AccountID.random() }
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let owner = try await TestMessaging(service: "ingestion", database: database, broker: broker.brokers)
                let tally = Tally()
                let table = try Migration(
                    file: "V0101__create_tallies.sql",
                    bytes: Array("CREATE TABLE tallies (key text PRIMARY KEY, count bigint NOT NULL);".utf8))
                let reader = try await TestMessaging(
                    service: "notification", database: database, broker: broker.brokers,
                    subscriptions: [Subscription(tally)], extraMigrations: [table])
                for index in 0..<100 {
                    let account = accounts[index % accounts.count]
                    try await owner.database.write(.request(correlationID: UUID())) { transaction in
                        try transaction.append(
                            ChangeNotice(accountID: account, noticeID: .random(), read: true), key: account,
                            subject: account)
                    }
                }
                try await owner.running {
                    try await eventually("all are sent") {
                        try await owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                    }
                    try await reader.running {
                        try await eventually("all records are processed") {
                            try await reader.count("SELECT coalesce(sum(count), 0)::bigint FROM tallies") >= 100
                        }
                    }
                }
                #expect(try await reader.count("SELECT count(*) FROM tallies WHERE count = 20") == 5)
                let asked = tally.asked.withLock { $0 }
                #expect(asked.ahead > 0, "batches were read ahead for")
                #expect(asked.ahead + asked.alone >= 100)
                #expect(asked.alone < 100, "the first of an account in a batch needs no query of its own")
                #expect(asked.alone > 0, "a row that was changed is asked for again")
                await owner.pool.close()
                await reader.pool.close()
            }
        }
    }
}

/// Counts the commands of each account, based on the stored count.
private final class Tally: EventHandler {
    private static let ahead = ReadAhead<String, Int64>()

    /// How often a row had been prefetched, and how often it had to be read individually.
    let asked = Mutex((ahead: 0, alone: 0))

    func readAhead(_ events: [ChangeNotice]) -> [AheadQuery] {
        let keys = Set(events.map(\.accountID.description))
        return [
            Self.ahead.query(keys, "SELECT key, count FROM tallies WHERE key = ANY (\(keys.sorted()))") {
                try $0.decode(String.self, Int64.self)
            }
        ]
    }

    func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
        let key = event.body.accountID.description
        var known: Int64
        if let row = Self.ahead.row(key, in: transaction) {
            known = row ?? 0
            asked.withLock { $0.ahead += 1 }
        } else {
            let rows = try await transaction.query("SELECT count FROM tallies WHERE key = \(key)")
            known = try rows.first?.decode(Int64.self) ?? 0
            asked.withLock { $0.alone += 1 }
        }
        known += 1
        Self.ahead.drop(key, in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO tallies (key, count) VALUES (\(key), \(known))
            ON CONFLICT (key) DO UPDATE SET count = EXCLUDED.count
            """)
    }
}
