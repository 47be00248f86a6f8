import Foundation
import Kafka
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Producer") struct ProducerTests {
    @Test("producer: sends keys, values and headers unchanged and in order")
    func keepsRecordsAndOrder() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let headers = [
            KafkaHeader(name: "ce_id", value: [1, 2]), KafkaHeader(name: "empty", value: []),
            KafkaHeader(name: "ce_id", value: Array("twice, é".utf8)),
        ]
        let sent = [
            OutgoingRecord(topic: topic, partition: 1, key: [0, 255], value: [7], headers: headers),
            OutgoingRecord(topic: topic, partition: 1, key: [], value: [], headers: []),
            OutgoingRecord(topic: topic, partition: 1, key: nil, value: nil, headers: []),
        ]
        let many = (0..<2_000).map { numbered($0, topic: topic, partition: 1) }
        try await withProducer(kafka) { producer in
            let offsets = try await producer.send(sent + many).map { try $0.get().offset }
            #expect(offsets == Array(0..<2_003))
        }
        let read = try await readAll(kafka, TopicPartition(topic: topic, partition: 1), count: 2_003)
        #expect(read.map(\.offset) == Array(0..<2_003))
        for (record, original) in zip(read, sent) {
            #expect(record.key == original.key)
            #expect(record.value == original.value)
            #expect(record.headers == original.headers)
            #expect(abs(Double(record.timestamp) / 1_000 - Date().timeIntervalSince1970) < 60)
        }
        #expect(read.dropFirst(3).map(number) == Array(0..<2_000))
    }

    @Test("producer: reports each record: too large, no partition, delivered")
    func reportsEachRecord() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await withProducer(kafka, ["message.max.bytes": "10000"]) { producer in
            let results = await producer.send([
                numbered(0, topic: topic), numbered(1, topic: topic, size: 20_000),
                numbered(2, topic: topic, partition: 999), numbered(3, topic: topic),
            ])
            let delivered = try [results[0], results[3]].map { try $0.get().offset }
            #expect(delivered == [0, 1])
            let tooLarge = #expect(throws: KafkaError.self) { try results[1].get() }
            #expect(tooLarge?.name == "MSG_SIZE_TOO_LARGE")
            #expect(tooLarge?.isRetryable == false)
            let nowhere = #expect(throws: KafkaError.self) { try results[2].get() }
            #expect(nowhere?.name == "_UNKNOWN_PARTITION")
        }
    }

    @Test("producer: continues after a broker restart, sends waiting records")
    func outlivesTheBroker() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            try await withProducer(broker.kafka) { producer in
                for number in 0..<5 { _ = try await producer.send([numbered(number, topic: "log")])[0].get() }
                try await broker.kill()
                async let waiting = producer.send((5..<10).map { numbered($0, topic: "log") })
                try await broker.restart()
                for (index, result) in await waiting.enumerated() { #expect(try result.get().offset == Int64(index)) }
                #expect(try await producer.send([numbered(10, topic: "log")])[0].get().offset == 5)
            }
            let read = try await readAll(broker.kafka, TopicPartition(topic: "log", partition: 0), count: 6)
            #expect(read.map(number) == Array(5...10))
        }
    }

    @Test("producer: cancelled calls return; stops in time without a broker")
    func endsWithoutABroker() async throws {
        let producer = try KafkaProducer(
            .init(brokers: "127.0.0.1:\(try freePort())", clientID: "test"), logger: quiet)
        let clock = ContinuousClock()
        let start = clock.now
        let cancelled = await withTaskGroup(of: [Result<DeliveryReport, KafkaError>].self) { group in
            group.addTask { await producer.send([numbered(0, topic: "any"), numbered(1, topic: "any")]) }
            group.cancelAll()
            return await group.next() ?? []
        }
        #expect(cancelled.count == 2)
        for result in cancelled { #expect(throws: KafkaError.self) { try result.get() } }

        async let waiting = producer.send([numbered(2, topic: "any")])
        await producer.flushAndClose(within: .milliseconds(300))
        await producer.flushAndClose(within: .milliseconds(300))
        for result in await waiting { #expect(throws: KafkaError.self) { try result.get() } }
        for result in await producer.send([numbered(3, topic: "any")]) {
            let error = #expect(throws: KafkaError.self) { try result.get() }
            #expect(error?.isRetryable == false)
        }
        #expect(clock.now - start < .seconds(120))
    }

    @Test("producer: rejects an unknown setting by name, without its value")
    func refusesUnknownSettings() {
        var configuration = KafkaConfiguration(brokers: "127.0.0.1:9", clientID: "test")
        configuration.overrides = ["sasl.passwort": "secret of somebody"]
        let error = #expect(throws: KafkaError.self) { _ = try KafkaProducer(configuration, logger: quiet) }
        #expect(error?.description.contains("sasl.passwort") == true)
        #expect(error?.description.contains("secret of somebody") == false)
    }
}

/// Reads a partition from its start until a number of records have arrived.
func readAll(_ kafka: TestKafka, _ place: TopicPartition, count: Int) async throws -> [KafkaRecord] {
    let reader = try KafkaReader(kafka.configuration, partitions: [place: .beginning], logger: quiet)
    var records: [KafkaRecord] = []
    return try await eventually("\(count) records of \(place.topic)") {
        records += await reader.read(waiting: .milliseconds(500)).records
        return records.count >= count ? records : nil
    }
}
