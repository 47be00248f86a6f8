import EventContracts
import Foundation
import Kafka
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Records dropped by the broker before they were read", .timeLimit(.minutes(10)))
struct GapTests {
    @Test("gap: missing events are republished within the broker's limit")
    func droppedByTheBroker() async throws {
        let account = AccountID.random()
        try await Flood.with { flood in
            try await flood.order(Flood.enough, of: account)
            try await flood.sendAll(rules: .all.subtracting(.pace))
            #expect(try await flood.firstOffset(of: account) > 0, "the broker has dropped the first ones")
            let reader = try await flood.reader()
            try await flood.owner().running {
                try await reader.running {
                    try await eventually("all records are processed") {
                        flood.taken[account]?.count ?? 0 >= Flood.enough
                    }
                    try await eventually("the gap is closed") {
                        try await reader.count("SELECT count(*) FROM gaps") == 0
                    }
                }
            }
            #expect(flood.taken[account] == Array(1...Int64(Flood.enough)), "in order, once")
        }
    }

    @Test(
        "gap: found without later events (negative control: lost)",
        arguments: [true, false])
    func silentKey(isOn: Bool) async throws {
        let (silent, loud) = Flood.accountsOfOnePartition()
        try await Flood.with { flood in
            try await flood.order(1, of: silent)
            try await flood.order(Flood.enough, of: loud)
            try await flood.sendAll(rules: .all.subtracting(.pace))
            try await flood.owner().running {
                try await flood.reader(rules: isOn ? .all : .all.subtracting(.gap)).running {
                    try await eventually("the busy account is processed") {
                        flood.taken[loud]?.count ?? 0 >= Flood.enough
                    }
                    if isOn {
                        try await eventually("the silent one too") {
                            flood.taken[silent] != nil
                        }
                    }
                }
            }
            #expect(flood.taken[silent] == (isOn ? [1] : nil))
        }
    }

    @Test("gap: found in a log that retention has emptied, without later events")
    func emptiedLog() async throws {
        let account = AccountID.random(), topic = Topic.notificationCommands
        let place = TopicPartition(topic: topic.name, partition: topic.partition(of: account))
        try await ServicePair.with(change: { $0.stallInterval = .milliseconds(300) }) { pair in
            try await pair.order(5, accounts: [account])
            try await pair.owner.running {
                try await eventually("all are sent") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            try await KafkaAdmin(pair.broker.kafka.configuration, logger: Logger(label: "test"))
                .deleteRecords(before: [place: 5], timeout: .seconds(60))
            try await pair.running {
                try await eventually("all effects") { try await pair.effects() == 5 }
                try await eventually("the gap is closed") {
                    try await pair.reader.count("SELECT count(*) FROM gaps") == 0
                }
            }
            let restarts = pair.reader.registry.counter("foodmagic_inbox_log_restarts_total", help: "")
            #expect(restarts.value == 0, "the log is the one that was there before")
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("gap: closed after a record whose offset was not stored yet")
    func unmarkedRecord() async throws {
        let account = AccountID.random(), topic = Topic.notificationCommands
        let place = TopicPartition(topic: topic.name, partition: topic.partition(of: account))
        // The relay marks the record long after the consumer has found the gap.
        func isLate(_ parts: inout MessagingStack.Parts) {
            parts.stallInterval = .milliseconds(300)
            parts.relay.markInterval = .seconds(15)
            parts.relay.alonePollInterval = .seconds(15)
        }
        try await ServicePair.with(change: isLate) { pair in
            let admin = KafkaAdmin(pair.broker.kafka.configuration, logger: Logger(label: "test"))
            try await pair.order(1, accounts: [account])
            try await pair.owner.running {
                try await eventually("it is in the log") {
                    try await admin.watermarks(place, timeout: .seconds(60)).high == 1
                }
                try await admin.deleteRecords(before: [place: 1], timeout: .seconds(60))
                try await pair.reader.running {
                    try await eventually("the effect") { try await pair.effects() == 1 }
                }
            }
        }
    }

    @Test("gap: not recorded in a topic whose events are not kept")
    func unnumberedTopic() async throws {
        let topic = Topic.republish, service = "billing"
        let place = TopicPartition(topic: topic.name, partition: topic.partition(of: service))
        try await ServicePair.with { pair in
            func request() async throws {
                try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
                    try transaction.append(
                        RepublishRequested(
                            consumer: "vision", missingTopic: Topic.billingOutcome.name, range: .snapshots),
                        key: service)
                }
            }
            try await request()
            try await pair.owner.running {
                try await eventually("it is sent") { try await pair.owner.count("SELECT count(*) FROM outbox") == 0 }
            }
            try await KafkaAdmin(pair.broker.kafka.configuration, logger: Logger(label: "test"))
                .deleteRecords(before: [place: 1], timeout: .seconds(60))
            try await request()
            try await pair.running {
                try await eventually("the next one is read") {
                    try await pair.reader.count(
                        "SELECT coalesce(max(next_offset), 0) FROM consumer_offsets WHERE topic = \(topic.name)") == 2
                }
            }
            #expect(try await pair.reader.count("SELECT count(*) FROM gaps") == 0)
        }
    }

    @Test(
        "relay: with backpressure no unread record is lost (control: one is)",
        arguments: [true, false])
    func pace(isOn: Bool) async throws {
        let account = AccountID.random()
        try await Flood.with { flood in
            try await flood.order(Flood.enough, of: account)
            try await flood.owner(rules: isOn ? .all : .all.subtracting(.pace)).running {
                try await eventually("it has sent what fits, or all") {
                    try await flood.unsent() <= (isOn ? Flood.enough - Flood.fitting : 0)
                }
                #expect(try await (flood.firstOffset(of: account) == 0) == isOn)
            }
        }
    }
}

/// More events from `ingestion` to `allergen` than a partition of the dev broker holds (5 MiB).
private struct Flood {
    /// Size of the body of one event, in bytes.
    static let size = 100_000
    /// Number of events after which the partition has dropped the first ones.
    static let enough = 60
    /// Maximum unread bytes per partition for the relay.
    static let cap = 4 << 20

    /// Minimum number of events within the cap, with their bytes in base64.
    static let fitting = 30

    private let broker: TestBroker
    private let database: TestDatabase
    private let writer: TestMessaging
    private let admin: KafkaAdmin
    private let box = Box()

    static func with(_ body: (Flood) async throws -> Void) async throws {
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let flood = try await Flood(broker, database)
                try await body(flood)
                await flood.writer.pool.close()
            }
        }
    }

    private init(_ broker: TestBroker, _ database: TestDatabase) async throws {
        self.broker = broker
        self.database = database
        writer = try await TestMessaging(service: "ingestion", database: database, broker: broker.brokers)
        admin = KafkaAdmin(broker.kafka.configuration, logger: Logger(label: "test"))
    }

    /// The processed sequence numbers by account, in order of arrival.
    var taken: [AccountID: [Int64]] { box.taken }

    /// Writes `count` large events of an account.
    func order(_ count: Int, of account: AccountID) async throws {
        let noise = (0..<Self.size).map { _ in UInt8.random(in: 0...255) }
        for _ in 0..<count {
            try await writer.database.write(.request(correlationID: UUID())) { transaction in
                try transaction.append(
                    AssessLabelText(
                        accountID: account, scanID: .random(), text: Sealed(bytes: noise), language: nil, gtin: nil,
                        profileVersion: 0, requestedAt: Date()),
                    key: account)
            }
        }
    }

    /// Runs the owner until everything is sent.
    func sendAll(rules: WeakenedRules) async throws {
        try await owner(rules: rules).running {
            try await eventually("all are sent") { try await unsent() == 0 }
        }
    }

    func owner(rules: WeakenedRules = .all) async throws -> TestMessaging {
        try await TestMessaging(
            service: "ingestion", database: database, broker: broker.brokers, rules: rules
        ) { $0.kafka.partitionCapBytes = Self.cap }
    }

    func reader(rules: WeakenedRules = .all) async throws -> TestMessaging {
        try await TestMessaging(
            service: "allergen", database: database, broker: broker.brokers,
            subscriptions: [Subscription(Take(box: box))], rules: rules)
    }

    func unsent() async throws -> Int {
        try await writer.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0")
    }

    /// The first available offset of the partition of an account's commands.
    func firstOffset(of account: AccountID) async throws -> Int64 {
        let place = TopicPartition(topic: Topic.allergenCommands.name, partition: Self.partition(of: account))
        return try await admin.watermarks(place, timeout: .seconds(60)).low
    }

    /// Two accounts in the same partition.
    static func accountsOfOnePartition() -> (AccountID, AccountID) {
        let first = AccountID.random()
        while true {
            let second = AccountID.random()
            if partition(of: second) == partition(of: first) { return (first, second) }
        }
    }

    private static func partition(of account: AccountID) -> Int32 {
        KafkaPartitioner.partition(key: Array(account.description.utf8), count: Topic.standardPartitions)
    }

    private final class Box: Sendable {
        private let seen = Mutex<[AccountID: [Int64]]>([:])
        func add(_ sequence: Int64, of account: AccountID) {
            seen.withLock { $0[account, default: []].append(sequence) }
        }
        var taken: [AccountID: [Int64]] { seen.withLock { $0 } }
    }

    private struct Take: EventHandler {
        let box: Box
        func handle(_ event: Event<AssessLabelText>, in transaction: borrowing Transaction) async throws {
            box.add(event.attributes.sequence, of: event.body.accountID)
        }
    }
}
