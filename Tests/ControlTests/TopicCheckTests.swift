import EventContracts
import Testing

@testable import ControlService

@Suite("Topics compared with the contract")
struct TopicCheckTests {
    @Test("a topic is present, missing, repartitioned or undeclared; foreign ones are skipped")
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

    @Test("the table shows writers and readers")
    func table() {
        let captured = CapturedConsole()
        TopicTable.show(TopicCheck.compare([.allergenScan], with: [Topic.allergenScan.name: 4]), on: captured.console)
        #expect(captured.text.contains("ingestion, notification"))
        #expect(captured.text.contains("4 of 6"))
        #expect(captured.text.contains("wrong-partitions"))
    }
}
