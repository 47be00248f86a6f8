import Kafka
import Logging
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("dev broker: protocol") struct ProtocolTests {
    @Test("fetch: a waiting request is answered when a record arrives")
    func longPoll() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let writer = try RawClient(broker.brokers)
            var fastest = Duration.seconds(60)
            for offset in 0..<20 as Range<Int64> {
                let reader = try RawClient(broker.brokers)
                try reader.send(RawClient.API.fetch, RawClient.fetch("log", from: offset, milliseconds: 10_000))
                // By now the fetch is waiting.
                try await Task.sleep(for: .milliseconds(5))
                let start = ContinuousClock.now
                #expect(try writer.produce(Wire.batch(), to: "log") == .init(error: 0, offset: offset))
                let answer = try reader.receive()
                fastest = min(fastest, ContinuousClock.now - start)
                #expect(answer.count > 61)
            }
            #expect(fastest < .milliseconds(20))
        }
    }

    @Test("fetch: without a record it is answered within its time")
    func emptyFetch() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let client = try RawClient(broker.brokers)
            let start = ContinuousClock.now
            _ = try client.call(RawClient.API.fetch, RawClient.fetch("log", from: 0, milliseconds: 200))
            let waited = ContinuousClock.now - start
            #expect(waited > .milliseconds(170) && waited < .seconds(60))
        }
    }

    @Test("fetch: soon after records it waits a short time only")
    func fetchAfterRecords() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let client = try RawClient(broker.brokers)
            #expect(try client.produce(Wire.batch(), to: "log") == .init(error: 0, offset: 0))
            _ = try client.call(RawClient.API.fetch, RawClient.fetch("log", from: 0, milliseconds: 120_000))
            let start = ContinuousClock.now
            _ = try client.call(RawClient.API.fetch, RawClient.fetch("log", from: 1, milliseconds: 120_000))
            #expect(ContinuousClock.now - start < .seconds(60))
        }
    }

    @Test("fetch: a waiting one ends when its client sends another request")
    func interruptedFetch() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let client = try RawClient(broker.brokers)
            let start = ContinuousClock.now
            for _ in 0..<5 {
                try client.send(RawClient.API.fetch, RawClient.fetch("log", from: 0, milliseconds: 120_000))
                try client.send(RawClient.API.metadata, Wire.int(Int32(0)))
                _ = try client.receive()
                _ = try client.receive()
            }
            #expect(ContinuousClock.now - start < .seconds(60))
        }
    }

    @Test("produce: a repeated batch is stored once, a gap is refused")
    func sequences() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let client = try RawClient(broker.brokers)
            func send(_ sequence: Int32, count: Int32 = 1, epoch: Int16 = 0) throws -> RawClient.Produced {
                try client.produce(
                    Wire.batch(count, producer: 77, epoch: epoch, sequence: sequence), to: "log")
            }
            #expect(try send(0) == .init(error: 0, offset: 0))
            #expect(try send(1, count: 3) == .init(error: 0, offset: 1))
            #expect(try send(1, count: 3) == .init(error: 0, offset: 1))
            #expect(try send(0) == .init(error: 0, offset: 0))
            #expect(try send(6) == .init(error: 45, offset: -1), "OUT_OF_ORDER_SEQUENCE_NUMBER")
            #expect(try send(4) == .init(error: 0, offset: 4))
            #expect(try send(0, epoch: 1) == .init(error: 0, offset: 5))
            #expect(try send(5, epoch: 0) == .init(error: 47, offset: -1), "INVALID_PRODUCER_EPOCH")
        }
    }

    @Test("produce: broken or too large batches are refused")
    func refusals() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let client = try RawClient(broker.brokers)
            var broken = Wire.batch()
            broken[broken.count - 2] ^= 1
            #expect(try client.produce(broken, to: "log").error == 2, "CORRUPT_MESSAGE")
            #expect(try client.produce(Array(broken.prefix(40)), to: "log").error == 2)
            #expect(try client.produce([], to: "log").error == 2)
            #expect(try client.produce(Wire.batch() + Wire.batch(), to: "log").error == 2)
            var old = Wire.batch()
            old[16] = 1
            #expect(try client.produce(old, to: "log").error == 43, "UNSUPPORTED_FOR_MESSAGE_FORMAT")
            #expect(try client.produce(Wire.batch(), to: "log", 1).error == 3, "UNKNOWN_TOPIC_OR_PARTITION")
            #expect(try client.produce(Wire.batch(), to: "other").error == 3)
            let large = Wire.batch(value: Array(repeating: 0, count: 8_100_000))
            #expect(try client.produce(large, to: "log").error == 10, "MESSAGE_TOO_LARGE")
            #expect(try client.produce(Wire.batch(), to: "log") == .init(error: 0, offset: 0))
        }
    }

    @Test("invalid bytes: the sender is disconnected, others are still served")
    func rubbish() async throws {
        try await TestBroker.with(topics: ["log": 1]) { broker in
            let other = try RawClient(broker.brokers)
            var numbers = SystemRandomNumberGenerator()
            #expect(throws: RawClient.Ended.self) {
                let client = try RawClient(broker.brokers)
                try client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
                _ = try client.receive()
            }
            for _ in 0..<300 {
                let client = try RawClient(broker.brokers)
                let body = (0..<Int.random(in: 8..<200, using: &numbers)).map { _ in
                    UInt8.random(in: 0...255, using: &numbers)
                }
                let api = [0, UInt8.random(in: 0..<45, using: &numbers), 0, UInt8.random(in: 0..<10, using: &numbers)]
                try client.send(Wire.int(Int32(body.count)) + api + body.dropFirst(4))
            }
            // A length whose bytes never arrive, and one that states too many elements.
            let slow = try RawClient(broker.brokers)
            try slow.send(Wire.int(Int32(100_000_000)) + [0, 3])
            #expect(throws: RawClient.Ended.self) {
                try RawClient(broker.brokers).call(RawClient.API.metadata, Wire.int(Int32.max))
            }
            #expect(try other.produce(Wire.batch(), to: "log") == .init(error: 0, offset: 0))
        }
    }

    @Test("topics: a request for an unknown topic does not create it")
    func unknownTopic() async throws {
        try await TestBroker.with { broker in
            let admin = KafkaAdmin(broker.kafka.configuration, logger: quiet)
            let place = TopicPartition(topic: "nowhere", partition: 0)
            await #expect(throws: KafkaError.self) { try await admin.watermarks(place, timeout: .seconds(2)) }
            let counts = try await admin.partitionCounts(timeout: .seconds(5))
            #expect(counts["nowhere"] == nil)
        }
    }

    @Test("topics: a client creates them; creating one twice changes nothing")
    func madeTopic() async throws {
        try await TestBroker.with { broker in
            let admin = KafkaAdmin(broker.kafka.configuration, logger: quiet)
            let isNew = try await admin.create(.init(name: "made", partitions: 7), timeout: .seconds(10))
            let isNewAgain = try await admin.create(.init(name: "made", partitions: 2), timeout: .seconds(10))
            let counts = try await admin.partitionCounts(timeout: .seconds(5))
            #expect(isNew && !isNewAgain && counts["made"] == 7)
            await #expect(throws: KafkaError.self) {
                try await admin.create(.init(name: "no such name!", partitions: 1), timeout: .seconds(10))
            }
        }
    }
}

/// Logs critical messages only.
let quiet: Logger = {
    var logger = Logger(label: "dev-broker-tests")
    logger.logLevel = .critical
    return logger
}()
