import EventContracts
import Foundation
import Testing

@testable import ControlService

@Suite("Dead letters: ids and filters")
struct DeadLetterUnitTests {
    private let now = Date(timeIntervalSince1970: 10_000)

    private func letter(type: String? = AssessLabelText.type.name, reason: String? = "Out of range") -> DeadLetter {
        DeadLetter(
            id: .init(service: "allergen", number: 12), state: .dead, topic: Topic.allergenCommands.name,
            resource: "5b1c1d0e-aaaa", key: "k", type: type, correlation: nil, reason: reason, attempts: 1, replays: 0,
            failedAt: now.addingTimeInterval(-600), behind: 2)
    }

    @Test("dead letter id: contains service and number", arguments: ["allergen:12", "notification:1"])
    func id(text: String) { #expect(DeadLetterID(argument: text)?.description == text) }

    @Test(
        "dead letter id: text in another format is rejected",
        arguments: ["12", "allergen", "allergen:", "kitchen:1", "allergen:1:2", ""])
    func noID(text: String) { #expect(DeadLetterID(argument: text) == nil) }

    @Test("dead letters: all filters must match")
    func filter() {
        #expect(DeadLetterFilter().admits(letter(), now: now))
        #expect(DeadLetterFilter(types: ["assess-label-text"]).admits(letter(), now: now))
        #expect(!DeadLetterFilter(types: ["scan-assessed"]).admits(letter(), now: now))
        #expect(!DeadLetterFilter(types: ["assess-label-text"]).admits(letter(type: nil), now: now))
        #expect(DeadLetterFilter(resource: "5B1C").admits(letter(), now: now))
        #expect(!DeadLetterFilter(resource: "6").admits(letter(), now: now))
        #expect(DeadLetterFilter(reason: "out of").admits(letter(), now: now))
        #expect(!DeadLetterFilter(reason: "poison").admits(letter(), now: now))
        #expect(!DeadLetterFilter(reason: "poison").admits(letter(reason: nil), now: now))
        #expect(DeadLetterFilter(olderThan: .seconds(600)).admits(letter(), now: now))
        #expect(!DeadLetterFilter(resource: "5b1c", olderThan: .seconds(601)).admits(letter(), now: now))
    }

    @Test(
        "replay: counts as success if it was done or a dry run would work",
        arguments: [
            ("replay: 3 event(s)", true), ("discard: 0 event(s)", true), ("dry run: it would be processed", true),
            ("dry run: it would be discarded", true),
            ("dry run: it would fail again: poison", false), ("stopped after 1: poison", false),
            ("refused: too often", false),
        ])
    func outcome(text: String, isDone: Bool) { #expect(DeadLetterRequests.isDone(text) == isDone) }

    @Test("dead letters: the table shows the id that replay accepts")
    func table() {
        let captured = CapturedConsole()
        DeadLetterTable.show([letter()], now: now, on: captured.console)
        #expect(captured.lines[1].hasPrefix("allergen:12"))
        #expect(captured.lines[1].contains("10 min 0 s"))
    }
}
