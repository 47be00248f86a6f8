import Foundation
import Kafka
import Logging
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Dev broker") struct BrokerTests {
    @Test("dev broker: returns empty after kill -9, exits with 0 on SIGTERM")
    func startsDiesAndReturns() async throws {
        try await TestBroker.with(topics: ["extra": 3]) { broker in
            let admin = KafkaAdmin(broker.kafka.configuration, logger: Logger(label: "test"))
            let producer = try KafkaProducer(broker.kafka.configuration, logger: Logger(label: "test"))
            let topics = try await admin.partitionCounts(timeout: .seconds(10))
            #expect(topics["extra"] == 3)
            #expect(topics["allergen.scan.v1"] == 6)
            let place = TopicPartition(topic: "extra", partition: 0)
            let sent = await producer.send([.init(topic: "extra", partition: 0, key: nil, value: [1], headers: [])])
            #expect(try sent[0].get().offset == 0)
            #expect(try await producer.watermarks(place, timeout: .seconds(60)) == (0, 1))
            let empty = TopicPartition(topic: "extra", partition: 2)
            #expect(try await producer.logEnds(of: [place, empty], timeout: .seconds(60)) == [place: 1, empty: 0])
            #expect(try await producer.logEnds(of: [], timeout: .seconds(5)) == [:])

            try await broker.kill()
            try await broker.restart()
            try await eventually("the broker answers again, empty") {
                (try? await producer.watermarks(place, timeout: .seconds(2)).high) == 0
            }
            await producer.flushAndClose(within: .seconds(1))
            #expect(try await broker.stop() == 0)
        }
    }
}
