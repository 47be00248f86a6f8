import Kafka
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Consumer shutdown") struct ConsumerEndTests {
    @Test("consumer: returns nil if cancelled and continues for the next call")
    func cancelledCaller() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await withConsumer(kafka, [topic]) { consumer in
            let cancelled = await withTaskGroup(of: Bool.self) { group in
                group.addTask { await consumer.next() == nil }
                group.cancelAll()
                return await group.next()
            }
            #expect(cancelled == true)
            try await produce(0..<1, to: topic, kafka)
            #expect(try await consumer.records(1).count == 1)
        }
    }

    @Test("consumer: stop ends its events and leaves the group within 1 s")
    func stops() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await produce(0..<500, to: topic, kafka)
        try await withConsumer(kafka, [topic]) { consumer in
            let batch = try await consumer.batch()
            async let waiting = consumer.stop()
            await consumer.stop()
            await waiting
            #expect(await consumer.next() == nil)
            // Releasing after the end is harmless.
            consumer.release(batch.partition)
            consumer.seek(batch.partition, to: 0)
            consumer.commit([batch.partition: 1])
            #expect(await consumer.next() == nil)
            #expect(consumer.failure == nil)
        }
    }

    @Test("consumer: stops although the starting offsets never arrive")
    func stopsWhileAsking() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let (asked, isAsked) = AsyncStream.makeStream(of: Void.self)
        let (ended, isEnded) = AsyncStream.makeStream(of: Void.self)
        var settings = ConsumerSettings()
        settings.startingOffsets = { _ in
            isAsked.yield()
            try? await Task.sleep(for: .seconds(3_600))
            isEnded.yield()
            return [:]
        }
        let clock = ContinuousClock()
        try await withConsumer(kafka, [topic], settings) { consumer in
            for await _ in asked { break }
            let asking = clock.now
            try await eventually("it has polled") { consumer.lastPoll > asking }
            let start = clock.now
            await consumer.stop()
            #expect(clock.now - start < .seconds(120))
            #expect(consumer.assignment.isEmpty)
        }
        for await _ in ended { break }
    }

    @Test("consumer: stops in time while no broker responds")
    func stopsWithoutABroker() async throws {
        try await TestBroker.with(topics: ["log": 2]) { broker in
            try await withConsumer(broker.kafka, ["log"]) { consumer in
                try await consumer.untilAssigned()
                try await broker.kill()
                let start = ContinuousClock.now
                await consumer.stop()
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }
    }

    @Test("consumer: leaves no thread behind when dropped without stop")
    func droppedWithoutStop() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let canary = Canary()
        weak let watched = canary.token
        do {
            let token = canary.take()
            _ = try KafkaConsumer(
                kafka.configuration, group: TestKafka.uniqueName("group"), topics: [topic],
                startingOffsets: { _ in withExtendedLifetime(token) { [:] } }, logger: quiet)
        }
        try await eventually("everything of the consumer is gone") { watched == nil }
    }
}

/// An object whose deinitialization can be detected.
private final class Canary {
    final class Token: Sendable {}
    private(set) var token: Token? = Token()

    func take() -> Token {
        defer { token = nil }
        return token ?? Token()
    }
}
