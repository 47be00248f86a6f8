import EventContracts
import Foundation
import Kafka
import Testing

@testable import ControlService

@Suite("Lag: offsets against logs")
struct LagReportTests {
    @Test(
        "lag: counts from the offset, the oldest record or a new log's start",
        arguments: [
            (Int64?.some(7), Int64(0), Int64(10), Int64(3), false), (10, 0, 10, 0, false), (nil, 0, 10, 10, false),
            (nil, 4, 10, 6, false), (2, 4, 10, 6, false), (20, 0, 10, 10, true), (20, 3, 10, 7, true),
        ])
    func partition(position: Int64?, low: Int64, high: Int64, behind: Int64, isReplaced: Bool) {
        let partition = LagReport.partition(0, position: position, log: (low, high))
        #expect(partition.behind == behind)
        #expect(partition.isReplaced == isReplaced)
    }

    @Test("lag: each group has a row per topic")
    func rows() throws {
        let scans = Topic.allergenScan.name
        let state = GroupState(
            service: "notification", positions: [.init(topic: scans, partition: 0, next: 5)],
            missing: [scans: .init(holes: 1, gaps: 2, dead: 3, parked: 4)],
            outbox: .init(
                epoch: 9, unsent: 2, oldest: Date(timeIntervalSince1970: 100), requests: 1, losses: 0))
        let logs: [TopicPartition: (low: Int64, high: Int64)] = [
            TopicPartition(topic: scans, partition: 0): (0, 8), TopicPartition(topic: scans, partition: 1): (0, 1),
        ]
        let report = LagReport.make([state], logs: logs, now: Date(timeIntervalSince1970: 160))
        #expect(Set(report.rows.map(\.topic)) == Set(LagReport.topics(readBy: "notification")))
        let row = try #require(report.rows.first { $0.topic == scans })
        #expect((row.behind, row.holes, row.gaps, row.dead, row.parked) == (4, 1, 2, 3, 4))
        #expect(report.worst == 4)
        #expect(report.senders.first?.oldestSeconds == 60)
        let captured = CapturedConsole()
        LagTable.show(report, perPartition: true, on: captured.console)
        #expect(captured.text.contains("[0] at 5 of 8"))
        #expect(captured.text.contains("1 min 0 s"))
    }

    @Test("lag: the topics of a service are those of the contract")
    func topics() {
        #expect(
            LagReport.topics(readBy: "allergen") == [
                Topic.account.name, Topic.allergenCommands.name, Topic.visionReading.name, Topic.nutritionMeal.name,
                Topic.spendingReceipt.name, Topic.spendingShopping.name, Topic.republish.name,
            ])
    }
}
