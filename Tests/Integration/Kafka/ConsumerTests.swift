import Foundation
import Kafka
import Logging
import Synchronization
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Consumer") struct ConsumerTests {
    @Test("consumer: delivers bounded batches in order, the next after release")
    func boundedBatches() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await produce(0..<250, to: topic, kafka, size: 1_000)
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 40
        settings.limits.batchBytes = 30_000
        try await withConsumer(kafka, [topic], settings) { consumer in
            var numbers: [Int] = []
            while numbers.count < 250 {
                let batch = try await consumer.batch()
                #expect((1...40).contains(batch.records.count))
                #expect(batch.records.reduce(0) { $0 + ($1.value?.count ?? 0) } <= 30_000)
                numbers += batch.records.map(number)
                if numbers.count < 250 {
                    await #expect(throws: TooLate.self) { try await consumer.batch(within: .milliseconds(20)) }
                }
                consumer.release(batch.partition)
            }
            #expect(numbers == Array(0..<250))
        }
    }

    @Test("consumer: loses and repeats nothing with a small buffer")
    func smallBuffer() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await produce(0..<10_000, to: topic, kafka)
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 30
        settings.limits.bufferedRecords = 50
        try await withConsumer(kafka, [topic], settings) { consumer in
            let first = try await consumer.records(5_000)
            try await produce(10_000..<12_000, to: topic, kafka)
            let rest = try await consumer.records(12_000 - first.count)
            #expect((first + rest).map(number) == Array(0..<12_000))
        }
    }

    @Test("consumer: starts at the given offsets, reports the end and its lag")
    func startsWhereTold() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await produce(0..<20, to: topic, kafka)
        let asked = Mutex<[[TopicPartition]]>([])
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 5
        settings.startingOffsets = { partitions in
            asked.withLock { $0.append(partitions) }
            return [place: 7]
        }
        try await withConsumer(kafka, [topic], settings) { consumer in
            let batch = try await consumer.batch()
            var offsets = batch.records.map(\.offset)
            #expect(consumer.positions[place] == 7)
            try await eventually("the lag is known") { consumer.lag[place] == 13 }
            consumer.release(place)
            #expect(consumer.positions[place] == offsets.last.map { $0 + 1 })
            var end: Int64?
            while end == nil {
                switch try await consumer.event() {
                case .records(let batch):
                    offsets += batch.records.map(\.offset)
                    consumer.release(place)
                case .endOfPartition(place, let offset):
                    end = offset
                default:
                    continue
                }
            }
            #expect(offsets == Array(7..<20))
            #expect(end == 20)
            #expect(consumer.lag[place] == 0)
            #expect(consumer.assignment == Set(asked.withLock { $0 }.flatMap { $0 }))
            #expect(asked.withLock { $0 }.flatMap { $0 }.count == Int(TestKafka.defaultPartitions))

            try await produce(20..<23, to: topic, kafka)
            #expect(try await consumer.records(3).map(number) == [20, 21, 22])
        }
    }

    @Test("consumer: delivers nothing of a paused partition and keeps polling")
    func pausesAPartition() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await withConsumer(kafka, [topic]) { consumer in
            try await consumer.untilAssigned()
            consumer.pause(place)
            try await produce(0..<10, to: topic, kafka)
            await #expect(throws: TooLate.self) { try await consumer.batch(within: .milliseconds(600)) }
            let paused = ContinuousClock.now
            try await eventually("it has polled") { consumer.lastPoll > paused }
            consumer.resume(place)
            #expect(try await consumer.records(10).map(number) == Array(0..<10))
        }
    }

    @Test("consumer: never delivers records from before a seek", arguments: 0..<3)
    func seeksWithoutLeaks(seed: Int) async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await produce(0..<3_000, to: topic, kafka)
        var settings = ConsumerSettings()
        settings.limits.batchRecords = 7
        settings.limits.bufferedRecords = [20, 200, 5_000][seed]
        try await withConsumer(kafka, [topic], settings) { consumer in
            var numbers = SystemRandomNumberGenerator()
            var expected: Int64 = 0
            for _ in 0..<150 {
                let batch = try await consumer.batch()
                #expect(batch.records.map(\.offset) == (0..<batch.records.count).map { expected + Int64($0) })
                expected += Int64(batch.records.count)
                // The seek happens before or after the release, once or twice, forward or backward.
                let target = Int64.random(in: 0..<2_900, using: &numbers)
                let releasesFirst = Bool.random(using: &numbers)
                if releasesFirst { consumer.release(place) }
                if Bool.random(using: &numbers) {
                    if Bool.random(using: &numbers) { consumer.seek(place, to: 0) }
                    consumer.seek(place, to: target)
                    expected = target
                }
                if !releasesFirst { consumer.release(place) }
            }
        }
    }

    @Test("consumer: reports a higher first offset after records were dropped")
    func showsDroppedRecords() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            // The dev broker keeps 5 MiB per partition.
            try await withProducer(broker.kafka, ["compression.type": "none"]) { producer in
                for start in 0..<10 {
                    let records = (start * 10..<(start + 1) * 10).map { numbered($0, topic: "log", size: 100_000) }
                    for result in await producer.send(records) { _ = try result.get() }
                }
            }
            var settings = ConsumerSettings()
            settings.startingOffsets = { partitions in Dictionary(uniqueKeysWithValues: partitions.map { ($0, 3) }) }
            try await withConsumer(broker.kafka, ["log"], settings) { consumer in
                let first = try await consumer.batch().records[0]
                #expect(first.offset > 3)
                #expect(number(first) == Int(first.offset))
            }
        }
    }

    @Test("consumer: commits the group's offsets visibly to other clients")
    func commits() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await produce(0..<10, to: topic, kafka)
        let settings = ConsumerSettings()
        let admin = KafkaAdmin(kafka.configuration, logger: quiet)
        try await withConsumer(kafka, [topic], settings) { consumer in
            _ = try await consumer.records(10)
            consumer.commit([place: 10, TopicPartition(topic: "not ours", partition: 0): 5])
            try await eventually("the offset is committed") {
                try await admin.committedOffsets(group: settings.group, partitions: [place]) == [place: 10]
            }
        }
    }
}
