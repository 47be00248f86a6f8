import EventContracts
import Testing

@testable import ControlService

@Suite("Republish: selection")
struct RepublishSelectionTests {
    @Test("republish: topics and services are grouped by owner")
    func owners() throws {
        let command = try RepublishSelection(
            topics: [Topic.allergenScan.name], services: ["notification"], range: .snapshots)
        #expect(
            command.topics == [
                "allergen": [Topic.allergenScan.name],
                "notification": [Topic.notice.name, Topic.notificationOutcome.name],
            ])
    }

    @Test("republish: unknown, unstored or missing names are rejected")
    func refused() {
        #expect(throws: ControlFailure.self) { try RepublishSelection(topics: ["x"], services: [], range: .everything) }
        #expect(throws: ControlFailure.self) { try RepublishSelection(topics: [], services: ["x"], range: .everything) }
        #expect(throws: ControlFailure.self) { try RepublishSelection(topics: [], services: [], range: .everything) }
        for topic in [Topic.republish, Topic.deadLetter(of: "allergen")] {
            #expect(throws: ControlFailure.self) {
                try RepublishSelection(topics: [topic.name], services: [], range: .everything)
            }
        }
    }
}
