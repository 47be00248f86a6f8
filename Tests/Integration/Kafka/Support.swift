import Foundation
import Kafka
import Logging
import Synchronization
import TestPeers
import TestSupport
import Testing

/// Logs only critical messages: librdkafka's messages about brokers stopped by tests are expected.
let quiet: Logger = {
    var logger = Logger(label: "kafka-tests")
    logger.logLevel = .critical
    return logger
}()

/// A record whose value is a number.
func numbered(
    _ number: Int, topic: String, partition: Int32? = 0, key: String? = nil, size: Int = 0
) -> OutgoingRecord {
    let value = "\(number)".utf8 + Array(repeating: UInt8(ascii: " "), count: size)
    return OutgoingRecord(
        topic: topic, partition: partition, key: key.map { Array($0.utf8) }, value: Array(value), headers: [])
}

/// The number in a record's value.
func number(_ record: KafkaRecord) -> Int {
    Int(String(decoding: record.value ?? [], as: UTF8.self).trimmingCharacters(in: .whitespaces)) ?? -1
}

/// Sends numbers to partition 0 and requires that all arrive.
func produce(_ numbers: Range<Int>, to topic: String, _ kafka: TestKafka, size: Int = 0) async throws {
    try await withProducer(kafka) { producer in
        let results = await producer.send(numbers.map { numbered($0, topic: topic, size: size) })
        for result in results { _ = try result.get() }
    }
}

/// Lends a producer, which is closed afterwards.
func withProducer<Value>(
    _ kafka: TestKafka, _ overrides: [String: String] = [:], _ body: (KafkaProducer) async throws -> Value
) async throws -> Value {
    var configuration = kafka.configuration
    configuration.overrides = overrides
    let producer = try KafkaProducer(configuration, logger: quiet)
    do {
        let value = try await body(producer)
        await producer.flushAndClose(within: .seconds(5))
        return value
    } catch {
        await producer.flushAndClose(within: .zero)
        throw error
    }
}

/// Changes of a test's consumer.
struct ConsumerSettings {
    var group = TestKafka.uniqueName("group")
    var limits = ConsumerLimits()
    var overrides: [String: String] = [:]
    var startingOffsets: KafkaConsumer.StartingOffsets = { _ in [:] }
}

/// Lends a consumer, which is stopped afterwards.
func withConsumer<Value>(
    _ kafka: TestKafka, _ topics: [String], _ settings: ConsumerSettings = ConsumerSettings(),
    _ body: (KafkaConsumer) async throws -> Value
) async throws -> Value {
    var configuration = kafka.configuration
    configuration.overrides = settings.overrides
    let consumer = try KafkaConsumer(
        configuration, group: settings.group, topics: topics, limits: settings.limits,
        startingOffsets: settings.startingOffsets, logger: quiet)
    do {
        let value = try await body(consumer)
        await consumer.stop()
        return value
    } catch {
        await consumer.stop()
        throw error
    }
}

/// An event that did not arrive in time.
struct TooLate: Error, CustomStringConvertible {
    let description: String
}

extension KafkaConsumer {
    /// The next event, waiting at most for the limit.
    func event(within limit: Duration = .seconds(120)) async throws -> ConsumerEvent {
        let event = await withTaskGroup(of: ConsumerEvent?.self) { group in
            group.addTask { await self.next() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let event else { throw TooLate(description: "no event within \(limit)") }
        return event
    }

    /// The next batch; other events are skipped.
    func batch(within limit: Duration = .seconds(120)) async throws -> RecordBatch {
        while true {
            if case .records(let batch) = try await event(within: limit) { return batch }
        }
    }

    /// Waits for partitions; other events are skipped.
    func untilAssigned() async throws {
        while true {
            if case .assigned(let partitions) = try await event(), !partitions.isEmpty { return }
        }
    }

    /// Takes records, releasing each batch, until a number have arrived.
    func records(_ count: Int) async throws -> [KafkaRecord] {
        var records: [KafkaRecord] = []
        while records.count < count {
            let batch = try await batch()
            records += batch.records
            release(batch.partition)
        }
        return records
    }
}
