import EventContracts
import Foundation
import Kafka
import Logging
import Messaging
import Postgres
import Sealing
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Delivery between two services", .timeLimit(.minutes(10)))
struct DeliveryTests {
    private let accounts = (0..<12).map { _ in AccountID.random() }

    @Test("delivery: each command has one effect, in order per account")
    func ordinaryFlow() async throws {
        try await ServicePair.with { pair in
            try await pair.running {
                try await pair.order(300, accounts: accounts)
                try await eventually("all effects") { try await pair.effects() == 300 }
            }
            #expect(try await pair.wrongs() == (0, 0))
            #expect(try await pair.reader.count("SELECT count(*) FROM holes") == 0)
        }
    }

    @Test("delivery: duplicates are processed once")
    func duplicates() async throws {
        try await ServicePair.with { pair in
            try await pair.running {
                try await pair.order(50, accounts: accounts)
                try await eventually("all effects") { try await pair.effects() == 50 }
                try await pair.forgetSent()
                try await pair.order(1, accounts: accounts)
                try await eventually("the next effect") { try await pair.effects() >= 51 }
            }
            #expect(try await pair.effects() == 51)
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("negative control: without the inbox, duplicates are processed twice")
    func duplicatesWithoutProtection() async throws {
        try await ServicePair.with(rules: .all.subtracting(.consumed)) { pair in
            try await pair.running {
                try await pair.order(5, accounts: accounts)
                try await eventually("all effects") { try await pair.effects() == 5 }
                try await pair.forgetSent()
                try await eventually("doubled effects") { try await pair.effects() == 10 }
            }
        }
    }

    @Test("delivery: a lost record is a gap: requested, then filled in order")
    func hole() async throws {
        try await ServicePair.with { pair in
            let account = [accounts[0]]
            try await pair.order(5, accounts: account)
            // The third event was marked as sent although it was not.
            try await pair.owner.pool.execute(
                "UPDATE outbox SET sent_epoch = (SELECT epoch FROM relay_state), sent_offset = 0 WHERE sequence = 3")
            try await pair.running {
                try await eventually("all effects") { try await pair.effects() == 5 }
                try await eventually("the gap is closed") {
                    try await pair.reader.count("SELECT count(*) FROM holes") == 0
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("delivery: a waiting event blocks only its own partition")
    func waitingAlone() async throws {
        let isBlocked = Mutex(true), waiting = AccountID.random()
        try await ServicePair.with(behavior: { event in
            // A temporary failure is retried without limit.
            if event.body.accountID == waiting, isBlocked.withLock({ $0 }) { throw CancellationError() }
        }) { pair in
            let others = Self.accounts(beside: waiting, pair), all = [waiting] + others
            try await pair.order(10 * all.count, accounts: all)
            try await pair.running {
                try await eventually("the effects of all others") {
                    try await pair.effects() == 10 * others.count
                }
                #expect(try await pair.effects(of: waiting) == 0)
                isBlocked.withLock { $0 = false }
                try await eventually("the waiting event") {
                    try await pair.effects(of: waiting) == 10
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    /// One account in each of the other partitions.
    private static func accounts(beside other: AccountID, _ pair: ServicePair) -> [AccountID] {
        var accounts: [Int32: AccountID] = [:]
        while accounts.count < Int(Topic.standardPartitions) - 1 {
            let account = pair.account(sharing: false, partitionOf: other)
            let key = Array(account.description.utf8)
            accounts[KafkaPartitioner.partition(key: key, count: Topic.standardPartitions)] = account
        }
        return Array(accounts.values)
    }

    /// Number of running handlers, and its maximum.
    private struct Crowd {
        var present: [AccountID: Int] = [:]
        var peak = 0, maxOfOne = 0

        mutating func enter(_ account: AccountID) {
            present[account, default: 0] += 1
            peak = max(peak, present.values.reduce(0, +))
            maxOfOne = max(maxOfOne, present[account] ?? 0)
        }
    }

    @Test("delivery: two transactions share a backlog by partition")
    func backlog() async throws {
        let crowd = Mutex(Crowd())
        try await ServicePair.with(behavior: { event in
            let account = event.body.accountID
            crowd.withLock { $0.enter(account) }
            Thread.sleep(forTimeInterval: 0.002)
            crowd.withLock { $0.present[account, default: 1] -= 1 }
        }) { pair in
            let first = AccountID.random(), people = [first] + Self.accounts(beside: first, pair)
            try await pair.order(150 * people.count, accounts: people)
            try await pair.owner.running {
                try await eventually("everything is in the log") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await pair.reader.running {
                    try await eventually("all effects") {
                        try await pair.effects() == 150 * people.count
                    }
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
            #expect(crowd.withLock(\.peak) == 2)
            #expect(crowd.withLock(\.maxOfOne) == 1)
        }
    }

    @Test("delivery: records that arrive meanwhile share the next transaction")
    func together() async throws {
        let first = Mutex(true)
        try await ServicePair.with(
            behavior: { _ in
                let isFirst = first.withLock { first in
                    defer { first = false }
                    return first
                }
                // Ensures that the batches of the other partitions have arrived when the first is done.
                if isFirst { Thread.sleep(forTimeInterval: 2) }
            }
        ) { pair in
            try await pair.order(60, accounts: accounts)
            try await pair.owner.running {
                try await eventually("all are sent") {
                    try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                }
                try await pair.reader.running {
                    try await eventually("all effects") { try await pair.effects() == 60 }
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
            let partitions = try await pair.reader.count(
                "SELECT count(*) FROM consumer_offsets WHERE next_offset > 0")
            let transactions = try await pair.reader.count("SELECT count(DISTINCT xmin::text) FROM effects")
            #expect(partitions > 2)
            #expect(transactions < partitions)
        }
    }

    @Test("delivery: swapped events of a key are processed by sequence number")
    func swapped() async throws {
        try await ServicePair.with { pair in
            try await pair.order(4, accounts: [accounts[0]])
            try await pair.owner.pool.execute(
                """
                UPDATE outbox SET sequence = CASE sequence WHEN 2 THEN 1003 WHEN 3 THEN 1002 END
                WHERE sequence IN (2, 3)
                """)
            try await pair.owner.pool.execute(
                "UPDATE outbox SET sequence = sequence - 1000 WHERE sequence > 1000")
            try await pair.running {
                try await eventually("all effects") { try await pair.effects() == 4 }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("delivery: a broker that dies and returns empty loses nothing")
    func brokerLosesEverything() async throws {
        try await ServicePair.with { pair in
            try await pair.running {
                try await pair.order(60, accounts: accounts)
                try await eventually("some effects") { try await pair.effects() > 10 }
                try await pair.broker.kill()
                try await pair.order(60, accounts: accounts)
                try await pair.broker.restart()
                try await pair.order(60, accounts: accounts)
                try await eventually("all effects") { try await pair.effects() == 180 }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("no broker: a service stops at once and sends after the restart")
    func stopsWithoutABroker() async throws {
        func isQuick(_ parts: inout MessagingStack.Parts) {
            parts.relay.brokerTimeout = .milliseconds(200)
            parts.relay.stopTimeout = .milliseconds(200)
        }
        try await ServicePair.with(change: isQuick) { pair in
            try await pair.broker.kill()
            let stopping = try await pair.owner.running {
                try await pair.order(3, accounts: accounts)
                try await eventually("the relay runs") {
                    try await pair.owner.count(
                        """
                        SELECT count(*) FROM pg_locks
                        WHERE locktype = 'advisory' AND objsubid = 2
                            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """) >= Int(Topic.standardPartitions)
                }
                return ContinuousClock.now
            }
            // Stopping takes a second; the rest is tolerance for a busy machine. An unsent record would be retried for
            // five minutes.
            #expect(ContinuousClock.now - stopping < .seconds(120))
            #expect(try await pair.owner.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 3)
            try await pair.broker.restart()
            try await pair.running {
                try await eventually("all effects") { try await pair.effects() == 3 }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("delivery: a new log that ends at the old offset is read from the start")
    func newLogEndsBeforeThePosition() async throws {
        try await ServicePair.with { pair in
            let account = [accounts[0]]
            try await pair.running {
                try await pair.order(10, accounts: account)
                try await eventually("first effects") { try await pair.effects() == 10 }
                // The old log contains each record twice.
                try await pair.forgetSent()
                try await eventually("the position has moved on") {
                    try await pair.reader.count("SELECT coalesce(max(next_offset), 0) FROM consumer_offsets") == 20
                }
            }
            try await pair.broker.kill()
            try await pair.broker.restart()
            // The record before the position is offset 19, where the new log ends: no error, and no record.
            try await pair.order(9, accounts: account)
            try await pair.owner.running {
                try await eventually("all events are sent again") {
                    try await pair.owner.count(
                        "SELECT count(*) FROM outbox, relay_state WHERE epoch > 1 AND sent_epoch = epoch") == 19
                }
            }
            try await pair.running {
                try await eventually("all effects") { try await pair.effects() == 19 }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("delivery: a new log beyond the old offset is read from its start", arguments: [0, 30])
    func newLogGrownPastThePosition(more: Int) async throws {
        try await ServicePair.with { pair in
            let account = [accounts[0]]
            try await pair.running {
                try await pair.order(20, accounts: account)
                try await eventually("first effects") { try await pair.effects() == 20 }
            }
            try await pair.broker.kill()
            try await pair.broker.restart()
            try await pair.order(more, accounts: account)
            // Only the owner runs, so that its new log contains all events again before the consumer returns.
            try await pair.owner.running {
                try await eventually("all events are sent again") {
                    try await pair.owner.count(
                        "SELECT count(*) FROM outbox, relay_state WHERE epoch > 1 AND sent_epoch = epoch") == 20 + more
                }
            }
            try await pair.running {
                try await pair.order(1, accounts: account)
                try await eventually("all effects") {
                    try await pair.effects() == 21 + more
                }
            }
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

    @Test("delivery: transient errors are retried, never dead letters")
    func transientErrors() async throws {
        let failures = Mutex(6)
        try await ServicePair.with(
            behavior: { _ in
                let fails = failures.withLock { left in
                    left -= 1
                    return left >= 0
                }
                if fails { throw SealingError.keyRingUnavailable(isRetryable: true) }
            }
        ) { pair in
            try await pair.running {
                try await pair.order(10, accounts: accounts)
                try await eventually("all effects") { try await pair.effects() == 10 }
            }
            #expect(try await pair.reader.count("SELECT count(*) FROM dead_letters") == 0)
            #expect(try await pair.wrongs() == (0, 0))
        }
    }

}
