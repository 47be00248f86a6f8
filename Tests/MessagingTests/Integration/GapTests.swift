import EventContracts
import Foundation
import Kafka
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import Synchronization
import Testing
import TestSupport

@Suite("Records that the broker dropped before they were read", .timeLimit(.minutes(2)))
struct GapTests {
    /// Counts what it takes in.
    private struct Count: EventHandler {
        let sequences: Box
        func handle(_ event: Event<AssessLabelText>, in transaction: borrowing Transaction) async throws {
            sequences.add(event.attributes.sequence)
        }
    }

    private final class Box: Sendable {
        private let seen = Mutex<[Int64]>([])
        func add(_ sequence: Int64) { seen.withLock { $0.append(sequence) } }
        var all: [Int64] { seen.withLock { $0 } }
    }

    /// Bytes of one event: with 60 of them a partition of the dev broker (5 MiB) has dropped the first ones.
    private static let size = 100_000
    private static let count = 60

    @Test("they are a gap of the partition, sent again within the broker's cap, and closed by the marker")
    func droppedByTheBroker() async throws {
        let box = Box()
        try await TestBroker.with { broker in
            try await TestDatabase.with { database in
                let careless = try await TestMessaging(
                    service: "ingestion", database: database, broker: broker.brokers)
                let account = AccountID.random()
                let noise = (0..<Self.size).map { _ in UInt8.random(in: 0...255) }
                for _ in 0..<Self.count {
                    try await careless.database.write(.request(correlationID: UUID())) { transaction in
                        try transaction.append(
                            AssessLabelText(
                                accountID: account, scanID: .random(),
                                text: Sealed(bytes: noise), language: nil,
                                gtin: nil, profileVersion: 0, requestedAt: Date()),
                            key: account)
                    }
                }
                try await careless.running {
                    try await eventually("all are sent", within: .seconds(30)) {
                        try await careless.count("SELECT count(*) FROM outbox WHERE sent_epoch = 0") == 0
                    }
                }
                let owner = try await TestMessaging(
                    service: "ingestion", database: database, broker: broker.brokers
                ) { $0.kafka.partitionCapBytes = 4 << 20 }
                let reader = try await TestMessaging(
                    service: "allergen", database: database, broker: broker.brokers,
                    subscriptions: [Subscription(Count(sequences: box))])
                try await owner.running {
                    try await reader.running {
                        try await eventually("all are taken in", within: .seconds(60)) {
                            box.all.count >= Self.count
                        }
                        try await eventually("the gap is closed", within: .seconds(30)) {
                            try await reader.count("SELECT count(*) FROM gaps") == 0
                        }
                    }
                }
                for pool in [careless.pool, owner.pool, reader.pool] { await pool.close() }
            }
        }
        #expect(box.all == Array(1...Int64(Self.count)), "in order, once")
    }
}
