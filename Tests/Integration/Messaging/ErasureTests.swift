import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Events of erased accounts", .timeLimit(.minutes(10)))
struct ErasureTests {
    private static let list = ErasureList([.init("effects") { "DELETE FROM effects WHERE key = \($0.description)" }])

    private func pair(
        rules: WeakenedRules = .all, _ behavior: @escaping ServicePair.Behavior = { _ in },
        _ body: (ServicePair) async throws -> Void
    ) async throws {
        let eraser = AccountEraser<NotificationDataErased>(AccountErasure(Self.list, keyRing: MemoryKeyRing()))
        try await ServicePair.with(
            rules: rules, behavior: behavior,
            change: { parts in
                if parts.service == "notification" { parts.subscriptions.append(Subscription(eraser)) }
            }, body)
    }

    private func erase(
        _ account: AccountID, _ pair: ServicePair, as erasure: ErasureID = .random()
    ) async throws {
        try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
            try transaction.append(
                AccountErased(accountID: account, erasureID: erasure, erasedAt: Date()), key: account)
        }
    }

    private func reports(_ pair: ServicePair) async throws -> [NotificationDataErased] {
        try await pair.reader.pool.query(
            "SELECT body FROM outbox WHERE type = \(NotificationDataErased.type.name) ORDER BY id"
        ).map { try EventCoding.decode(NotificationDataErased.self, from: $0.decode([UInt8].self)) }
    }

    @Test("GW-19, row 31: later events of an erased account are skipped")
    func skips() async throws {
        try await pair { pair in
            let account = AccountID.random(), other = AccountID.random(), erasure = ErasureID.random()
            try await pair.running {
                try await pair.order(6, accounts: [account, other])
                try await eventually("all records are processed") {
                    try await pair.effects() == 6
                }
                try await erase(account, pair, as: erasure)
                let report = try await eventually("the report") { try await reports(pair).first }
                #expect(report.erasureID == erasure && report.deleted == ["effects": 3])
                try await pair.order(6, accounts: [account, other])
                try await eventually("the events of others continue") { try await pair.effects(of: other) == 6 }
                try await eventually("skipped events advance the position") {
                    try await pair.reader.count(
                        """
                        SELECT last_sequence FROM consumed
                        WHERE key = \(account.description) AND topic = \(Topic.notificationCommands.name)
                        """) == 6
                }
                #expect(try await pair.effects(of: account) == 0)
                let skipped = pair.reader.registry.counter("foodmagic_inbox_erased_total", help: "")
                #expect(skipped.value == 3)
            }
        }
    }

    @Test("GW-19: negative control: events of erased accounts are stored")
    func withoutTheProtection() async throws {
        try await pair(rules: .all.subtracting(.erased)) { pair in
            let account = AccountID.random()
            try await pair.running {
                try await erase(account, pair)
                try await eventually("the report") { try await reports(pair).count == 1 }
                try await pair.order(1, accounts: [account])
                try await eventually("it is back") { try await pair.effects(of: account) == 1 }
            }
        }
    }

    @Test("row 31: dead letters are deleted with their account")
    func deadLetters() async throws {
        let account = AccountID.random(), other = AccountID.random()
        try await pair { _ in
            throw PermanentFailure("poison")
        } _: { pair in
            try await pair.running {
                try await pair.order(4, accounts: [account, other])
                try await eventually("all are set aside") {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters") == 4
                }
                try await erase(account, pair)
                let report = try await eventually("the report") { try await reports(pair).first }
                #expect(report.deleted == ["dead_letters": 2])
                try await pair.order(2, accounts: [account, other])
                try await eventually("the other one is set aside too") {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters") == 3
                }
                let left = try await pair.reader.count(
                    "SELECT count(*) FROM dead_letters WHERE key = convert_to(\(account.description), 'UTF8')")
                #expect(left == 0)
            }
        }
    }

    @Test("GW-19: a repeated erasure reports the same counts and has no effect")
    func twice() async throws {
        try await pair { pair in
            let account = AccountID.random(), erasure = ErasureID.random()
            try await pair.running {
                try await pair.order(2, accounts: [account])
                try await eventually("all records are processed") {
                    try await pair.effects() == 2
                }
                for _ in 0..<2 { try await erase(account, pair, as: erasure) }
                let said = try await eventually("both reports") { () -> [NotificationDataErased]? in
                    let said = try await reports(pair)
                    return said.count == 2 ? said : nil
                }
                #expect(said.allSatisfy { $0.deleted == ["effects": 2] && $0.erasureID == erasure })
                #expect(try await pair.reader.count("SELECT count(*) FROM erased_accounts") == 1)
                #expect(try await pair.reader.count("SELECT count(*) FROM dead_letters") == 0)
            }
        }
    }

    @Test("GW-19: erasure: no row remains despite concurrent events")
    func oneBatch() async throws {
        try await pair { pair in
            let accounts = (0..<8).map { _ in AccountID.random() }
            // All events exist before the reader starts, so that they arrive in few batches.
            for account in accounts {
                try await pair.order(3, accounts: [account])
                try await erase(account, pair)
                try await pair.order(3, accounts: [account])
            }
            try await pair.running {
                try await eventually("every report") { try await reports(pair).count == 8 }
                try await eventually("all is read") {
                    try await pair.reader.count(
                        "SELECT sum(last_sequence)::bigint FROM consumed") == 8 * 7
                }
                // Rows that another transaction was writing at that moment are removed by the second check.
                let later = MessagingDatabase(
                    service: "notification", pool: pair.reader.pool, clock: FixedClock(Date() + 90),
                    logger: .init(label: "test"))
                try await AccountErasure(Self.list, keyRing: MemoryKeyRing()).round(in: later) { _, _, _ in }
                #expect(try await pair.effects() == 0)
            }
        }
    }

    @Test("OPS-14: an id restored by a backup is erased again")
    func again() async throws {
        try await pair { pair in
            let account = AccountID.random(), clock = FixedClock(Date())
            let database = MessagingDatabase(
                service: "notification", pool: pair.reader.pool, clock: clock, logger: .init(label: "test"))
            func insert() async throws {
                try await pair.reader.pool.execute(
                    """
                    INSERT INTO effects (event_id, key, sequence) VALUES (gen_random_uuid(), \(account.description), 1)
                    """
                )
            }
            let erasure = AccountErasure(Self.list, keyRing: MemoryKeyRing())
            func round() async throws -> [[String: Int]] {
                var said: [[String: Int]] = []
                try await erasure.round(in: database) { _, deleted, _ in said.append(deleted) }
                return said
            }
            try await insert()
            try await pair.reader.pool.execute(
                """
                INSERT INTO erased_accounts (account_id, erasure_id, erased_at)
                VALUES (\(account.uuid), gen_random_uuid(), now())
                """)
            #expect(try await round() == [["effects": 1]])
            try await insert()
            #expect(try await round().isEmpty, "too early")
            #expect(try await pair.effects() == 1)
            clock.advance(by: .seconds(61))
            #expect(try await round().isEmpty, "it was said before")
            #expect(try await pair.effects() == 0)
            try await insert()
            clock.advance(by: .seconds(61))
            #expect(try await round().isEmpty)
            #expect(try await pair.effects() == 1, "it is done for good")
        }
    }
}
