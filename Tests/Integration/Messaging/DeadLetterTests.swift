import EventContracts
import Foundation
import Kafka
import Logging
import Messaging
import Postgres
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Failing events", .timeLimit(.minutes(10)))
struct DeadLetterTests {
    private let account = AccountID.random()

    /// Fails until it is repaired.
    private final class Poison: Sendable {
        private let notices = Mutex<Set<NoticeID>>([])
        func set(_ ids: some Sequence<NoticeID>) { notices.withLock { $0 = Set(ids) } }
        var behavior: ServicePair.Behavior {
            { event in
                if self.notices.withLock({ $0.contains(event.body.noticeID) }) { throw PermanentFailure("poison") }
            }
        }
    }

    private func append(_ notice: NoticeID, _ pair: ServicePair) async throws {
        try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
            try transaction.append(
                ChangeNotice(accountID: account, noticeID: notice, read: true), key: account, subject: notice)
        }
    }

    private func order(
        _ action: DeadLetterRequest.Action, _ pair: ServicePair, dryRun: Bool = false, force: Bool = false
    ) async throws -> String {
        let pool = pair.reader.pool
        let rows = try await pool.query("SELECT id FROM dead_letters ORDER BY id LIMIT 1")
        let head = try #require(rows.first).decode(Int64.self)
        let placed = try await DeadLetterRequest.place(action, deadLetter: head, dryRun: dryRun, force: force, on: pool)
        let id = try #require(placed)
        return try await eventually("the command is executed") {
            let rows = try await pool.query(
                "SELECT outcome FROM dead_letter_orders WHERE id = \(id) AND done_at IS NOT NULL")
            return try rows.first?.decode(String.self)
        }
    }

    @Test("dead letters: malformed events go there alone; others continue")
    func poisonBytes() async throws {
        try await ServicePair.with { pair in
            let producer = try KafkaProducer(
                KafkaConfiguration(brokers: pair.broker.brokers, clientID: "stranger"),
                logger: Logger(label: "stranger"))
            let topic = Topic.notificationCommands
            func attributes(_ key: String) -> [KafkaHeader] {
                EventHeaders.encode(
                    EventAttributes(
                        id: UUID(), source: "foodmagic/ingestion", type: ChangeNotice.type, time: Date(),
                        subject: nil, key: key, sequence: 1, first: 1, epoch: 1, correlationID: UUID())
                ).map { KafkaHeader(name: $0.name, value: Array($0.value.utf8)) }
            }
            let bodies: [[UInt8]] = [
                (0..<200).map { _ in UInt8.random(in: 0...255) },
                Array(#"{"accountID": 5}"#.utf8),
                [UInt8](repeating: UInt8(ascii: "["), count: 10_000),
                Array(#"{"accountID": "\#(String(repeating: "a", count: 1_000_000))"}"#.utf8),
            ]
            var records = bodies.map { body in
                let key = UUID().uuidString
                return OutgoingRecord(
                    topic: topic.name, partition: nil, key: Array(key.utf8), value: body, headers: attributes(key))
            }
            records.append(
                OutgoingRecord(
                    topic: topic.name, partition: 0, key: nil, value: [1, 2, 3],
                    headers: [KafkaHeader(name: "ce_id", value: [0xff])]))
            let sent = records
            try await pair.running {
                for result in await producer.send(sent) { _ = try result.get() }
                func setAside() async throws -> Int {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters WHERE state = 'dead'")
                }
                try await eventually("each is set aside") { try await setAside() == 5 }
                // The first event with an epoch reveals the new log, so earlier events are read again.
                try await pair.order(30, accounts: (0..<24).map { _ in .random() })
                try await eventually("the other partitions continue") {
                    try await pair.effects() == 30
                }
                #expect(try await setAside() == 5, "none is set aside twice")
            }
            let stored = try await pair.reader.pool.query("SELECT body FROM dead_letters")
                .map { try $0.decode([UInt8].self) }
            #expect(Set(stored) == Set(bodies + [[1, 2, 3]]), "the original bytes are kept")
            await producer.flushAndClose(within: .seconds(1))
        }
    }

    @Test("GW-23: an event with another account's key becomes a dead letter")
    func foreign() async throws {
        let other = AccountID.random()
        try await ServicePair.with { pair in
            try await pair.running {
                try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
                    let notice = NoticeID.random()
                    try transaction.append(
                        ChangeNotice(accountID: account, noticeID: notice, read: true), key: other, subject: notice)
                }
                try await pair.order(3, accounts: [other])
                try await eventually("the other partitions continue") {
                    try await pair.effects() == 3
                }
                let reasons = try await pair.reader.pool.query("SELECT reason FROM dead_letters")
                let said = try reasons.map { try $0.decode(String.self) }
                #expect(said == ["the event is about another account than its key"])
            }
        }
    }

    @Test("dead letter: later events wait; replay applies all in order, once")
    func parkingAndReplay() async throws {
        let poison = Poison()
        let sick = NoticeID.random(), well = NoticeID.random()
        poison.set([sick])
        try await ServicePair.with(behavior: poison.behavior) { pair in
            try await pair.running {
                for notice in [sick, well, sick, well, sick] { try await append(notice, pair) }
                try await eventually("the others continue") {
                    try await pair.effects() == 2
                }
                try await eventually("one is dead, two wait") {
                    let states = try await pair.reader.pool.query("SELECT state FROM dead_letters ORDER BY id")
                    let names = try states.map { try $0.decode(String.self) }
                    return names == ["dead", "parked", "parked"]
                }
                #expect(try await order(.replay, pair, dryRun: true).contains("would fail again"))
                poison.set([])
                #expect(try await order(.replay, pair, dryRun: true).contains("would be processed"))
                #expect(try await pair.effects() == 2, "a dry run touches nothing")
                #expect(try await order(.replay, pair) == "replay: 3 event(s)")
                #expect(try await pair.effects() == 5)
                try await append(sick, pair)
                try await eventually("the resource continues") { try await pair.effects() == 6 }
            }
            #expect(try await pair.wrongs().doubled == 0)
        }
    }

    @Test("negative control: without parking, later events overtake")
    func parkingIsNeeded() async throws {
        let sick = NoticeID.random(), first = Mutex<UUID?>(nil)
        try await ServicePair.with(
            rules: .all.subtracting(.park),
            behavior: { event in
                let id = event.attributes.id
                let isFirst = first.withLock { first in
                    first = first ?? id
                    return first == id
                }
                if isFirst { throw PermanentFailure("only the first") }
            }
        ) { pair in
            try await pair.running {
                for _ in 0..<3 { try await append(sick, pair) }
                try await eventually("they overtake") { try await pair.effects() == 2 }
            }
        }
    }

    @Test("replay: stops at the next failure; too many replays need force")
    func replayStopsAndGuards() async throws {
        let poison = Poison()
        let sick = NoticeID.random()
        poison.set([sick])
        try await ServicePair.with(behavior: poison.behavior) { pair in
            try await pair.running {
                for _ in 0..<3 { try await append(sick, pair) }
                try await eventually("one is dead, two wait") {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters") == 3
                }
                for _ in 0..<5 { #expect(try await order(.replay, pair).contains("stopped after 0: poison")) }
                #expect(try await order(.replay, pair).contains("loop guard"))
                #expect(try await order(.replay, pair, force: true).contains("stopped after 0"))
                #expect(try await order(.discard, pair).contains("stopped after 1: poison"))
                #expect(try await pair.reader.count("SELECT count(*) FROM dead_letters") == 2)
                poison.set([])
                #expect(try await order(.replay, pair) == "replay: 2 event(s)")
            }
            #expect(try await pair.effects() == 2)
        }
    }

    @Test("dead letter: a statement rejected for its data becomes one at once")
    func refusedForItsData() async throws {
        let refusals: [SQL] = [
            "SELECT convert_from('\\xff'::bytea, 'UTF8')",
            "INSERT INTO effects (event_id, key, sequence) VALUES (NULL, '', 0)",
            "SELECT 1 / (SELECT count(*) FROM effects WHERE key = 'none')",
        ]
        let sick = (0..<refusals.count).map { _ in NoticeID.random() }
        try await ServicePair.with(statement: { sick.firstIndex(of: $0.body.noticeID).map { refusals[$0] } }) {
            pair in
            try await pair.running {
                for notice in sick { try await append(notice, pair) }
                try await eventually("each is set aside") {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters WHERE attempts = 1")
                        == refusals.count
                }
            }
            #expect(pair.reader.registry.counter("foodmagic_inbox_retries_total", help: "").value == 0)
        }
    }

    @Test("retries: a failing account delays its partition only once")
    func othersAreNotSlowedDown() async throws {
        struct Odd: Error {}
        let poisoned = account
        try await ServicePair.with(behavior: { if $0.body.accountID == poisoned { throw Odd() } }) { pair in
            let other = pair.account(sharing: true, partitionOf: account)
            try await pair.order(60, accounts: [account, other])
            try await pair.running {
                try await eventually("all others continue, and each of these is set aside") {
                    let dead = try await pair.reader.count("SELECT count(*) FROM dead_letters")
                    return try await pair.effects(of: other) == 30 && dead == 30
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
            #expect(pair.reader.registry.counter("foodmagic_inbox_retries_total", help: "").value <= 2)
        }
    }

    @Test("retries: an event that succeeds on retry is applied in order")
    func passesLater() async throws {
        struct Odd: Error {}
        let sick = account, failures = Mutex(4)
        try await ServicePair.with(behavior: { event in
            guard event.body.accountID == sick else { return }
            let fails = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            if fails { throw Odd() }
        }) { pair in
            let other = pair.account(sharing: true, partitionOf: account)
            try await pair.order(20, accounts: [account, other])
            try await pair.running {
                try await eventually("all continue") { try await pair.effects() == 20 }
            }
            #expect(try await pair.wrongs() == (0, 0))
            #expect(try await pair.reader.count("SELECT count(*) FROM dead_letters") == 0)
        }
    }

    @Test("dead letter: fails its operation; a refusal rejects it")
    func operationsEnd() async throws {
        let sick = NoticeID.random(), refused = NoticeID.random()
        let problem = OutcomeProblem(type: "t", title: "no", status: 404, detail: nil)
        try await ServicePair.with(
            operations: OutcomeEvents<NotificationCommandRejected, NotificationCommandFailed>(),
            behavior: { event in
                if event.body.noticeID == sick { throw PermanentFailure("poison") }
                if event.body.noticeID == refused { throw Rejection(problem: problem) }
            }
        ) { pair in
            let operation = OperationID.random()
            try await pair.running {
                for notice in [sick, refused] {
                    try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
                        try transaction.append(
                            ChangeNotice(accountID: account, noticeID: notice, read: true), key: account,
                            subject: notice, operation: operation)
                    }
                }
                try await eventually("both outcomes are published") {
                    try await pair.reader.count("SELECT count(*) FROM outbox WHERE sequence IS NOT NULL") == 2
                }
            }
            let types = try await pair.reader.pool.query(
                "SELECT type FROM outbox WHERE operation_id = \(operation.uuid) AND sequence IS NOT NULL ORDER BY id"
            ).map { try $0.decode(String.self) }
            #expect(types == [NotificationCommandFailed.type.name, NotificationCommandRejected.type.name])
        }
    }
}
