import EventContracts
import Kafka
import Testing

@testable import ControlService

@Suite("Topics compared with the contract")
struct TopicCheckTests {
    @Test("topic check: missing, repartitioned and undeclared topics are found")
    func compare() throws {
        let counts: [String: Int32] = [
            Topic.allergenScan.name: 6, Topic.notice.name: 4, "allergen.old.v1": 6, "somebody.else.v1": 1,
        ]
        let checks = TopicCheck.compare(Topic.all, with: counts)
        func state(_ name: String) -> TopicCheck.State? { checks.first { $0.topic == name }?.state }
        #expect(checks.count == Topic.all.count + 1)
        #expect(state(Topic.allergenScan.name) == .present)
        #expect(state(Topic.notice.name) == .wrongPartitions)
        #expect(state(Topic.account.name) == .missing)
        #expect(state("allergen.old.v1") == .unknown)
        let problems = checks.filter(\.isProblem).count
        #expect(problems == Topic.all.count - 1)
    }

    @Test("topic table: shows writers and readers")
    func table() {
        let captured = CapturedConsole()
        TopicTable.show(TopicCheck.compare([.allergenScan], with: [Topic.allergenScan.name: 4]), on: captured.console)
        #expect(captured.text.contains("ingestion, notification"))
        #expect(captured.text.contains("4 of 6"))
        #expect(captured.text.contains("wrong-partitions"))
    }

    @Test("topic check: a cluster of three needs 3 replicas, 2 in sync")
    func replication() {
        #expect([1, 2, 3, 5].map(TopicSettings.replication(brokers:)) == [1, 1, 3, 3])
        let wanted = [1, 2, 3].map { TopicSettings.wanted(for: .allergenScan, replicas: $0)["min.insync.replicas"] }
        #expect(wanted == ["1", "1", "2"])
        #expect(TopicSettings.wanted(for: .allergenScan, replicas: 3)["retention.ms"] == "604800000")
    }

    @Test("topic check: differing settings are problems, with both values")
    func differences() throws {
        let wanted = TopicSettings.wanted(for: .allergenScan, replicas: 3)
        var found = wanted.mapValues { KafkaAdmin.TopicSetting(value: $0, isOwn: true, isReadOnly: false) }
        #expect(TopicSettings.differences(found: found, wanted: wanted).isEmpty)
        found["min.insync.replicas"] = .init(value: "1", isOwn: false, isReadOnly: false)
        // The dev broker allows no changes of settings.
        found["retention.ms"] = .init(value: "-1", isOwn: false, isReadOnly: true)
        var check = try #require(
            TopicCheck.compare([.allergenScan], with: [Topic.allergenScan.name: 6]).first)
        #expect(!check.isProblem)
        check.differences = TopicSettings.differences(found: found, wanted: wanted)
        #expect(check.isProblem)
        let remarks = TopicsApplyCommand.remarks(on: .init(checks: [check], areSettingsCompared: true))
        #expect(
            remarks == [
                "allergen.scan.v1: min.insync.replicas is 1 instead of 2",
                "fmctl topics apply --alter sets what differs",
            ])
    }
}
