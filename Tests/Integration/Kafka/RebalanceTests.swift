import Kafka
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Consumer group") struct RebalanceTests {
    /// State shared by all members: the positions that a service stores in its own tables, and the processed records.
    private final class Ledger: Sendable {
        private let state = Mutex<(positions: [TopicPartition: Int64], taken: [Int: Int])>(([:], [:]))

        var positions: [TopicPartition: Int64] { state.withLock { $0.positions } }
        var taken: [Int: Int] { state.withLock { $0.taken } }

        /// Like a transaction: a record below the position was processed before, and counts as a duplicate only.
        func take(_ batch: RecordBatch) {
            state.withLock { state in
                for record in batch.records where record.offset >= state.positions[batch.partition] ?? 0 {
                    state.taken[number(record), default: 0] += 1
                    state.positions[batch.partition] = record.offset + 1
                }
            }
        }
    }

    /// Consumes as a member of a group while the body runs.
    private func work(_ consumer: KafkaConsumer, _ ledger: Ledger, held: Set<TopicPartition> = []) async {
        var held = held
        while let event = await consumer.next() {
            switch event {
            case .assigned(let partitions): held.formUnion(partitions)
            case .revoked(let partitions): held.subtract(partitions)
            case .endOfPartition: continue
            case .records(let batch):
                #expect(held.contains(batch.partition), "records come only of partitions that were assigned")
                ledger.take(batch)
                consumer.release(batch.partition)
            }
        }
    }

    @Test(
        "consumer group: loses and repeats nothing as members join and leave",
        arguments: ["cooperative-sticky", "range"])
    func membersComeAndGo(strategy: String) async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let total = 3_000
        let ledger = Ledger()
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 10
        settings.overrides = ["partition.assignment.strategy": strategy, "session.timeout.ms": "6000"]
        settings.startingOffsets = { partitions in ledger.positions.filter { partitions.contains($0.key) } }

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withProducer(kafka) { producer in
                    for start in stride(from: 0, to: total, by: 30) {
                        let records = (start..<start + 30).map {
                            numbered($0, topic: topic, partition: Int32($0 % 4))
                        }
                        for result in await producer.send(records) { _ = try result.get() }
                        // Records keep arriving while members come and go.
                        try await Task.sleep(for: .milliseconds(100))
                    }
                }
            }
            try await withConsumer(kafka, [topic], settings) { first in
                let firstWork = Task { await work(first, ledger) }
                try await eventually("the first member has all") { first.assignment.count == 4 }
                try await withConsumer(kafka, [topic], settings) { second in
                    let secondWork = Task { await work(second, ledger) }
                    try await eventually("both members share") {
                        first.assignment.count == 2 && second.assignment.count == 2
                    }
                    #expect(first.assignment.isDisjoint(with: second.assignment))
                    #expect(second.assignment.allSatisfy { second.isAssigned($0) && !first.isAssigned($0) })
                    await second.stop()
                    await secondWork.value
                }
                try await eventually("the first member has all again") {
                    first.assignment.count == 4
                }
                try await eventually("all records are processed") {
                    ledger.taken.count == total
                }
                await first.stop()
                await firstWork.value
            }
            try await group.waitForAll()
        }
        #expect(ledger.taken == Dictionary(uniqueKeysWithValues: (0..<total).map { ($0, 1) }))
    }

    @Test("consumer group: a member that joins again is assigned anew")
    func joinsAgain() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await produce(0..<5, to: topic, kafka)
        let assignments = Mutex(0)
        var settings = ConsumerSettings()
        settings.startingOffsets = { _ in
            assignments.withLock { count in
                count += 1
                return [place: count == 1 ? 0 : 5]
            }
        }
        try await withConsumer(kafka, [topic], settings) { consumer in
            #expect(try await consumer.records(5).map(number) == Array(0..<5))
            try await consumer.joinAgain()
            try await eventually("it is assigned again") { assignments.withLock(\.self) >= 2 }
            try await produce(5..<8, to: topic, kafka)
            #expect(try await consumer.records(3).map(number) == Array(5..<8))
        }
    }

    @Test("consumer group: reads the new log after a broker restart")
    func brokerComesBackEmpty() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            try await produce(0..<50, to: "log", broker.kafka)
            try await withConsumer(broker.kafka, ["log"]) { consumer in
                #expect(try await consumer.records(50).map(number) == Array(0..<50))
                let generation = consumer.connectionGeneration
                // The broker may be replaced before the first statistics, which come every five seconds.
                try await broker.kill()
                try await broker.restart()
                try await produce(100..<110, to: "log", broker.kafka)
                #expect(try await consumer.records(10).map(number) == Array(100..<110))
                try await eventually("the new connection is noticed") { consumer.connectionGeneration > generation }
            }
        }
    }

    @Test("consumer group: a revoked partition is fetched again once reassigned")
    func fullBufferTakenAway() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await produce(0..<500, to: topic, kafka)
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 10
        settings.limits.bufferedRecords = 20
        settings.overrides = ["partition.assignment.strategy": "range", "session.timeout.ms": "6000"]
        try await withConsumer(kafka, [topic], settings) { first in
            // The buffer fills up behind the batch in hand.
            let batch = try await first.batch()
            try await eventually("the first member has all") { first.assignment.count == 4 }
            try await withConsumer(kafka, [topic], settings) { second in
                let secondWork = Task { await work(second, Ledger()) }
                try await eventually("both have some") {
                    first.assignment.count == 2 && second.assignment.count == 2
                }
                await second.stop()
                await secondWork.value
            }
            first.release(batch.partition)
            let ledger = Ledger()
            let firstWork = Task { await work(first, ledger, held: [batch.partition]) }
            try await eventually("all records are processed") { ledger.taken.count == 500 }
            await first.stop()
            await firstWork.value
        }
    }
}
