import Foundation
import Kafka
import TestPeers
import TestSupport
import Testing

@Suite("Partitioner") struct PartitionerTests {
    /// Hashes of Kafka's own test (UtilsTest.testMurmur2), with the sign bit cleared as in its partitioner.
    @Test(
        "partitioner: hashes like Java's default partitioner",
        arguments: [
            ("21", -973_932_308), ("foobar", -790_332_482), ("a-little-bit-long-string", -985_981_536),
            ("a-little-bit-longer-string", -1_486_304_829),
            ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971), ("abc", 479_470_107),
        ] as [(String, Int32)])
    func knownVectors(key: String, hash: Int32) {
        let positive = hash & 0x7fff_ffff
        for count: Int32 in [1, 2, 6, 7, 1_000, .max] {
            #expect(KafkaPartitioner.partition(key: Array(key.utf8), count: count) == positive % count)
        }
    }

    @Test("partitioner: matches librdkafka's partition for a keyed record")
    func agreesWithTheLibrary() async throws {
        let kafka = try TestKafka.shared()
        let topic = try await kafka.makeTopic()
        try await withProducer(kafka) { producer in
            let count = try await producer.partitionCount(of: topic, timeout: .seconds(60))
            let keys = (0..<200).map { _ in UUID().uuidString } + ["", "a", "é", "123", "12345"]
            let reports = await producer.send(keys.map { numbered(0, topic: topic, partition: nil, key: $0) })
            for (key, report) in zip(keys, reports) {
                #expect(try report.get().partition == KafkaPartitioner.partition(key: Array(key.utf8), count: count))
            }
        }
    }
}
