import Kafka
import Testing

@testable import Messaging

@Suite("Delivery reports of a replaced log")
struct DeliveryReportTests {
    private static func report(_ offset: Int64, partition: Int32 = 0) -> OutboxRows.Sent {
        let row = OutboxRows.Due(
            id: 1, topic: "t", partition: partition, key: "a", sequence: 1, first: 1, headers: RecordHeaders([]),
            body: [])
        return (row, offset)
    }

    @Test("delivery reports: offsets above the confirmed ones fit the log")
    func fits() {
        let highest = [TopicPartition(topic: "t", partition: 0): Int64(4)]
        #expect(!LogEpochs.contradicts([], highest: highest))
        let reports = [Self.report(5), Self.report(0, partition: 1), Self.report(7), Self.report(1, partition: 1)]
        #expect(!LogEpochs.contradicts(reports, highest: highest))
    }

    @Test("delivery reports: a confirmed offset means a replaced log")
    func replacedBefore() {
        let highest = [TopicPartition(topic: "t", partition: 0): Int64(4)]
        #expect(LogEpochs.contradicts([Self.report(4)], highest: highest))
        #expect(LogEpochs.contradicts([Self.report(0)], highest: highest))
    }

    @Test("delivery reports: an offset twice means a log replaced meanwhile")
    func replacedMeanwhile() {
        #expect(LogEpochs.contradicts([Self.report(0), Self.report(0)], highest: [:]))
        #expect(LogEpochs.contradicts([Self.report(1), Self.report(2), Self.report(0)], highest: [:]))
    }
}
