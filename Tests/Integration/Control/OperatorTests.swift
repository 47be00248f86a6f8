import EventContracts
import Foundation
import Messaging
import Postgres
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import ControlService

/// Commands of an operator, executed by running services.
@Suite("Dead letters, republish and lag with running services", .timeLimit(.minutes(10)))
struct OperatorTests {
    /// Fails until it is repaired.
    private struct RepairableHandler: EventHandler {
        let isRepaired: Repair

        func handle(_ event: Event<ChangeNotice>, in transaction: borrowing Transaction) async throws {
            guard isRepaired.value else { throw PermanentFailure("out of order") }
        }
    }

    private final class Repair: Sendable {
        private let done = Mutex(false)
        var value: Bool { done.withLock { $0 } }
        func apply() { done.withLock { $0 = true } }
    }

    /// `ingestion` sends commands that `notification` executes once repaired; with the operator's audit log.
    private struct Pair {
        let repair: Repair
        let database: OperatorDatabase
        let broker: OperatorBroker
        let owner: TestMessaging
        let reader: TestMessaging

        func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
            try await owner.running { try await reader.running(body) }
        }

        func order(_ count: Int, _ account: AccountID, _ notice: NoticeID) async throws {
            for _ in 0..<count {
                try await owner.database.write(.request(correlationID: UUID())) { transaction in
                    try transaction.append(
                        ChangeNotice(accountID: account, noticeID: notice, read: true), key: account, subject: notice)
                }
            }
        }
    }

    private func withPair<Value: Sendable>(_ body: (Pair) async throws -> Value) async throws -> Value {
        try await TestBroker.with { broker in
            try await TestDatabase.with { test in
                let repair = Repair()
                let owner = try await TestMessaging(service: "ingestion", database: test, broker: broker.brokers)
                let reader = try await TestMessaging(
                    service: "notification", database: test, broker: broker.brokers,
                    subscriptions: [Subscription(RepairableHandler(isRepaired: repair))])
                let role = test.role("control")
                _ = try await Migrator(admin: test.admin, logger: ControlLog.logger).apply(
                    try Migrations.own(), schema: AuditLog.schema, role: role.name, password: role.password)
                let pair = Pair(
                    repair: repair, database: OperatorDatabase(test.admin),
                    broker: OperatorBroker(broker.kafka.configuration), owner: owner, reader: reader)
                let result: Result<Value, any Error>
                do {
                    result = .success(try await body(pair))
                } catch {
                    result = .failure(error)
                }
                await owner.pool.close()
                await reader.pool.close()
                return try result.get()
            }
        }
    }

    private func letters(_ pair: Pair, withParked: Bool = false) async throws -> [DeadLetter] {
        try await pair.database.withSchema("notification") { pool in
            try await DeadLetterStore(service: "notification", pool: pool).list(withParked: withParked)
        }
    }

    private func orders(
        _ action: DeadLetterRequest.Action, _ pair: Pair, dryRun: Bool = false, timeout: Duration = .seconds(120)
    ) -> DeadLetterRequests {
        DeadLetterRequests(
            database: pair.database, action: action, isDryRun: dryRun, force: false, timeout: timeout)
    }

    @Test("fmctl replay: a dead letter and its parked events run once fixed")
    func replay() async throws {
        try await withPair { pair in
            try await pair.running {
                let account = AccountID.random(), notice = NoticeID.random()
                try await pair.order(3, account, notice)
                try await eventually("one is dead and two are parked") {
                    try await letters(pair, withParked: true).count == 3
                }
                let heads = try await letters(pair)
                let head = try #require(heads.first)
                #expect(heads.count == 1)
                #expect(head.resource == notice.description && head.behind == 2)
                #expect(head.reason?.contains("out of order") == true)
                let record = try await pair.database.withSchema("notification") { pool in
                    try await DeadLetterStore(service: "notification", pool: pool).record(head.id.number)
                }
                #expect(EventView(try #require(record)).attributes?.sequence == 1)
                let refused = try await orders(.replay, pair, dryRun: true).run(head.id)
                #expect(!refused.isDone)
                pair.repair.apply()
                let promised = try await orders(.replay, pair, dryRun: true).run(head.id)
                #expect(promised.isDone)
                #expect(try await letters(pair).count == 1)
                let done = try await orders(.replay, pair).run(head.id)
                #expect(done == .init(id: head.id.description, outcome: "replay: 3 event(s)", isDone: true))
                #expect(try await letters(pair, withParked: true).isEmpty)
            }
        }
    }

    @Test("fmctl: unknown ids fail; a stopped service acts after its restart")
    func noService() async throws {
        try await withPair { pair in
            let unknown = DeadLetterID(service: "notification", number: 99)
            let missing = await #expect(throws: ControlFailure.self) {
                try await orders(.discard, pair).run(unknown)
            }
            #expect(missing == .problem("there is no dead letter notification:99"))
            let account = AccountID.random(), notice = NoticeID.random()
            try await pair.running {
                try await pair.order(1, account, notice)
                try await eventually("it is a dead letter") { try await letters(pair).count == 1 }
            }
            let found = try await letters(pair)
            let head = try #require(found.first)
            let late = await #expect(throws: ControlFailure.self) {
                try await orders(.discard, pair, timeout: .milliseconds(300)).run(head.id)
            }
            #expect(FailureCode(try #require(late)) == .unavailable)
            try await pair.running {
                try await eventually("the command is executed") { try await letters(pair).isEmpty }
            }
        }
    }

    @Test("lag: counts dead letters and unread records")
    func lag() async throws {
        try await withPair { pair in
            let account = AccountID.random(), notice = NoticeID.random()
            try await pair.running {
                try await pair.order(3, account, notice)
                try await eventually("three are set aside") {
                    try await letters(pair, withParked: true).count == 3
                }
            }
            try await pair.owner.running {
                try await pair.order(2, account, notice)
                try await eventually("both are sent") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            try await pair.order(4, account, notice)
            let report = try await LagQuestion(database: pair.database, broker: pair.broker).report(
                ["ingestion", "notification"], now: Date())
            let row = try #require(
                report.rows.first { $0.service == "notification" && $0.topic == Topic.notificationCommands.name })
            #expect((row.behind, row.dead, row.parked, row.holes) == (2, 1, 2, 0))
            let sender = try #require(report.senders.first { $0.service == "ingestion" })
            #expect(sender.unsent == 4 && sender.oldestSeconds != nil)
        }
    }

    @Test("republish: sends all events, a key from a number, or since a time")
    func republish() async throws {
        try await withPair { pair in
            pair.repair.apply()
            let first = AccountID.random(), second = AccountID.random()
            let topic = Topic.notificationCommands.name
            @Sendable func sent() async throws -> Int64 {
                let rows = try await pair.owner.pool.query(
                    "SELECT coalesce(sum(highest_offset + 1), 0)::bigint FROM relay_partitions WHERE topic = \(topic)")
                return try #require(rows.first).decode(Int64.self)
            }
            @Sendable func again(_ range: RepublishSelection.Range) async throws -> Int64 {
                let before = try await sent()
                let requests = RepublishRequests(database: pair.database)
                let command = try RepublishSelection(topics: [topic], services: [], range: range)
                let written = try await requests.place(command)
                #expect(written.keys.sorted() == ["ingestion"])
                #expect(try await requests.waitUntilSent(by: ["ingestion"], within: .seconds(120)))
                return try await sent() - before
            }
            try await pair.running {
                try await pair.order(3, first, .random())
                try await pair.order(2, second, .random())
                try await eventually("all are sent") { try await sent() == 5 }
                #expect(try await again(.everything) == 5)
                #expect(try await again(.key(first.description, from: 2)) == 2)
                #expect(try await again(.key("nobody", from: 1)) == 0)
                #expect(try await again(.since(Date(timeIntervalSinceNow: 3_600))) == 0)
                #expect(try await again(.since(Date(timeIntervalSinceNow: -3_600))) == 5)
            }
        }
    }
}
