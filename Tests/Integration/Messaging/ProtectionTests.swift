import EventContracts
import Foundation
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Negative controls: the same events with and without each protection.
@Suite("Negative controls of the protections", .timeLimit(.minutes(10)))
struct ProtectionTests {
    private let account = AccountID.random()

    @Test("negative control: without gap detection a lost record stays lost")
    func jumpIsNeeded() async throws {
        try await ServicePair.with(rules: .all.subtracting(.jump)) { pair in
            try await pair.order(5, accounts: [account])
            try await pair.owner.pool.execute(
                "UPDATE outbox SET sent_epoch = (SELECT epoch FROM relay_state), sent_offset = 0 WHERE sequence = 3")
            try await pair.running {
                try await eventually("the last one is processed") {
                    try await pair.reader.count("SELECT coalesce(max(last_sequence), 0) FROM consumed") == 5
                }
                try await pair.forgetSent()
                try await eventually("all events are sent again") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await pair.order(1, accounts: [account])
                try await eventually("the next one is processed") { try await pair.effects() >= 5 }
            }
            #expect(try await pair.reader.count("SELECT count(*) FROM effects WHERE sequence = 3") == 0)
        }
    }

    @Test(
        "replaced log: is noticed (control: unread records are lost)",
        arguments: [true, false])
    func lostLogIsNoticed(isOn: Bool) async throws {
        let rules: WeakenedRules = isOn ? .all : .all.subtracting(.epochDetect)
        try await ServicePair.with(rules: rules) { pair in
            try await pair.order(10, accounts: [account])
            try await pair.owner.running {
                try await eventually("all is sent") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
            }
            try await pair.broker.kill()
            try await pair.broker.restart()
            // In another partition, where no delivery report reveals the loss.
            let later = pair.account(sharing: false, partitionOf: account)
            try await pair.order(1, accounts: [later])
            try await pair.running {
                try await eventually("the later command is processed") {
                    try await pair.effects(of: later) == 1
                }
                if isOn {
                    try await eventually("everything before it too") { try await pair.effects() == 11 }
                }
            }
            #expect(try await pair.effects() == (isOn ? 11 : 1))
        }
    }

    @Test(
        "replaced log: noticed by a delivery below a confirmed offset",
        arguments: [true, false])
    func reportsAreCompared(isOn: Bool) async throws {
        // The log itself is not checked meanwhile.
        try await ServicePair.with(
            rules: isOn ? .all : .all.subtracting(.report), change: { $0.relay.checkInterval = .seconds(600) }
        ) { pair in
            try await pair.owner.running {
                try await pair.order(10, accounts: [account])
                try await eventually("all is sent") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await pair.broker.kill()
                try await pair.broker.restart()
                let later = pair.account(sharing: true, partitionOf: account)
                try await pair.order(1, accounts: [later])
                try await pair.reader.running {
                    try await eventually("the later command is processed") {
                        try await pair.effects(of: later) == 1
                    }
                    if isOn {
                        try await eventually("everything before it too") {
                            try await pair.effects(of: account) == 10
                        }
                    }
                }
            }
            #expect(try await pair.effects(of: account) == (isOn ? 10 : 0))
        }
    }

    @Test("replaced log: noticed by the copy that takes the partitions over")
    func takenOver() async throws {
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                // The log itself is not checked: only delivery reports reveal the loss.
                func copy() async throws -> TestMessaging {
                    try await TestMessaging(
                        service: "ingestion", database: database, broker: broker.brokers,
                        rules: .all.subtracting(.epochDetect))
                }
                let first = try await copy(), second = try await copy()
                let pair = ServicePair(broker: broker, owner: first, reader: second)
                let isOver = WakeSignal()
                defer { isOver.signal() }
                let running = Task { try await first.running { await isOver.wait(atMost: .seconds(300)) } }
                // One lock for each partition, and one for each copy.
                let partitions = Int(Topic.standardPartitions)
                try await eventually("the first copy owns all partitions") {
                    try await Self.locks(first) == partitions + 1
                }
                try await second.running {
                    try await eventually("the second copy runs") { try await Self.locks(first) == partitions + 2 }
                    try await pair.order(10, accounts: [account])
                    try await eventually("all is sent") {
                        try await first.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                    }
                    isOver.signal()
                    try await running.value
                    try await broker.kill()
                    try await broker.restart()
                    try await pair.order(1, accounts: [account])
                    try await eventually("all events are sent again") {
                        try await first.count(
                            "SELECT count(*) FROM outbox, relay_state WHERE epoch > 1 AND sent_epoch = epoch") == 11
                    }
                }
                await first.pool.close()
                await second.pool.close()
            }
        }
    }

    /// Number of advisory locks of two keys in the database: those of relays.
    private static func locks(_ service: TestMessaging) async throws -> Int {
        try await service.count(
            """
            SELECT count(*) FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
    }

    @Test(
        "replaced log of equal length: detected by rereading one record",
        arguments: [true, false])
    func lookingBackIsNeeded(isOn: Bool) async throws {
        try await ServicePair.with(rules: isOn ? .all : .all.subtracting(.readBack)) { pair in
            try await pair.running {
                try await pair.order(10, accounts: [account])
                try await eventually("first effects") { try await pair.effects() == 10 }
                // The old log contains everything twice, as much as the new one will.
                try await pair.forgetSent()
                try await eventually("the position has moved on") {
                    try await pair.reader.count("SELECT coalesce(max(next_offset), 0) FROM consumer_offsets")
                        == 20
                }
            }
            try await pair.broker.kill()
            try await pair.broker.restart()
            try await pair.order(10, accounts: [account])
            try await pair.owner.running {
                try await eventually("all events are sent again") {
                    try await pair.owner.count(
                        "SELECT count(*) FROM outbox, relay_state WHERE epoch > 1 AND sent_epoch = epoch") == 20
                }
            }
            let later = pair.account(sharing: false, partitionOf: account)
            try await pair.running {
                try await pair.order(1, accounts: [later])
                try await eventually("the consumer runs") {
                    try await pair.effects(of: later) == 1
                }
                if !isOn {
                    // The records stay unprocessed for as long as the consumer otherwise needs.
                    try await Task.sleep(for: .seconds(2))
                    #expect(try await pair.effects(of: account) == 10)
                    try await pair.order(1, accounts: [account])
                }
                try await eventually("all records are processed") {
                    try await pair.effects(of: account) == (isOn ? 20 : 21)
                }
            }
        }
    }

    @Test(
        "epoch: a new log is read from its start (control: it is skipped)",
        arguments: [true, false])
    func newLogIsReadFromItsStart(isOn: Bool) async throws {
        // Without gap detection, which would also repair the loss.
        let rules: WeakenedRules = isOn ? .all.subtracting(.jump) : .all.subtracting([.jump, .seek])
        try await ServicePair.with(rules: rules) { pair in
            try await pair.running {
                try await pair.order(20, accounts: [account])
                try await eventually("first effects") { try await pair.effects() == 20 }
                // The old log contains each record twice, so that its end is beyond the highest number in the outbox.
                try await pair.forgetSent()
                try await eventually("the position has moved on") {
                    try await pair.reader.count("SELECT coalesce(max(next_offset), 0) FROM consumer_offsets")
                        >= 40
                }
            }
            try await pair.broker.kill()
            try await pair.broker.restart()
            try await pair.order(30, accounts: [account])
            try await pair.owner.running {
                try await eventually("all events are sent again") {
                    try await pair.owner.count(
                        "SELECT count(*) FROM outbox, relay_state WHERE epoch > 1 AND sent_epoch = epoch") == 50
                }
            }
            try await pair.running {
                try await eventually("the last one is processed") {
                    try await pair.reader.count("SELECT coalesce(max(last_sequence), 0) FROM consumed") == 50
                }
            }
            #expect(try await pair.effects() == (isOn ? 50 : 31))
        }
    }

    @Test("negative control: an operation stays pending after a dead letter")
    func failingOperationsIsNeeded() async throws {
        try await ServicePair.with(
            rules: .all.subtracting(.failOperation),
            operations: OutcomeEvents<NotificationCommandRejected, NotificationCommandFailed>(),
            behavior: { _ in throw PermanentFailure("poison") }
        ) { pair in
            try await pair.running {
                try await pair.order(1, accounts: [account], operation: .random())
                try await eventually("it is set aside") {
                    try await pair.reader.count("SELECT count(*) FROM dead_letters") == 1
                }
            }
            #expect(try await pair.reader.count("SELECT count(*) FROM outbox WHERE sequence IS NOT NULL") == 0)
        }
    }

    @Test(
        "offsets: the service's own ones prevent rereading on restart",
        arguments: [true, false])
    func ownOffsets(isOn: Bool) async throws {
        try await ServicePair.with(rules: isOn ? .all : .all.subtracting(.ownOffsets)) { pair in
            try await pair.running {
                try await pair.order(10, accounts: [account])
                try await eventually("first effects") { try await pair.effects() == 10 }
            }
            let before = pair.duplicates
            try await pair.running {
                try await pair.order(1, accounts: [account])
                try await eventually("the next one") { try await pair.effects() == 11 }
            }
            #expect(pair.duplicates - before == (isOn ? 0 : 10))
        }
    }

    @Test(
        "snapshots: apply to projections only (control: handlers too)",
        arguments: [true, false])
    func snapshotsAreQuiet(isOn: Bool) async throws {
        try await ServicePair.with(rules: isOn ? .all : .all.subtracting(.snapshotQuiet)) { pair in
            try await pair.running {
                try await pair.owner.database.write(.request(correlationID: UUID())) { transaction in
                    try transaction.append(
                        ChangeNotice(accountID: account, noticeID: .random(), read: true), key: account,
                        isSnapshot: true)
                }
                try await pair.order(1, accounts: [account])
                try await eventually("the following event is processed") {
                    try await pair.reader.count("SELECT count(*) FROM effects WHERE sequence = 2") == 1
                }
            }
            #expect(try await pair.effects() == (isOn ? 1 : 2))
        }
    }
}
