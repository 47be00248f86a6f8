import Kafka
import TestSupport
import Testing
import UnitSupport

@Suite("Reader") struct ReaderTests {
    @Test(
        "reader: starts at the given offset and reports the end",
        arguments: [
            (KafkaReader.Start.beginning, Array(0..<30)), (.offset(25), Array(25..<30)), (.last(3), [27, 28, 29]),
            (.end, []),
        ])
    func begins(at start: KafkaReader.Start, expected: [Int]) async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let place = TopicPartition(topic: topic, partition: 0)
        try await produce(0..<30, to: topic, kafka)
        let reader = try KafkaReader(kafka.configuration, partitions: [place: start], logger: quiet)
        var numbers: [Int] = []
        try await eventually("the end") {
            let batch = await reader.read(upTo: 10, waiting: .milliseconds(500))
            #expect(batch.records.count <= 10)
            numbers += batch.records.map(number)
            return batch.ended == [place]
        }
        #expect(numbers == expected)

        try await produce(30..<32, to: topic, kafka)
        try await eventually("the later events") {
            numbers += await reader.read(waiting: .milliseconds(500)).records.map(number)
            return numbers == expected + [30, 31]
        }
    }
}

@Suite("Administration") struct AdministrationTests {
    @Test("admin: returns the partitions of a topic, none of an unknown one")
    func counts() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await withProducer(kafka) { producer in
            let there = try await producer.partitionCount(of: topic, timeout: .seconds(60))
            #expect(there == TestKafka.defaultPartitions)
            let missing = try await producer.partitionCount(of: "no-such-topic", timeout: .seconds(5))
            #expect(missing == 0)
            let cluster = try await producer.clusterID(timeout: .seconds(60))
            #expect(!cluster.isEmpty)
        }
    }

    @Test("admin: omits partitions without committed offsets")
    func committedNothing() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        let admin = KafkaAdmin(kafka.configuration, logger: quiet)
        let offsets = try await admin.committedOffsets(
            group: TestKafka.uniqueName("group"), partitions: [TopicPartition(topic: topic, partition: 0)])
        #expect(offsets.isEmpty)
    }
}
