import TestSupport
import Testing

@testable import Messaging

@Suite("Inbox decision by sequence number")
struct InboxDecisionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let sequence: Int64, first: Int64, last: Int64
        var epoch: Int64 = 1, floor: Int64 = 0
        let expected: InboxDecision
        var testDescription: String { what }
    }

    static let cases: [Case] = [
        Case(what: "next", sequence: 4, first: 1, last: 3, expected: .apply(lost: nil)),
        Case(what: "first of a new key", sequence: 1, first: 1, last: 0, expected: .apply(lost: nil)),
        Case(what: "done before", sequence: 3, first: 1, last: 3, expected: .ignore),
        Case(what: "long done", sequence: 1, first: 1, last: 3, expected: .ignore),
        Case(what: "a jump", sequence: 6, first: 1, last: 3, expected: .hole(lost: nil)),
        Case(what: "a new key that does not begin at 1", sequence: 2, first: 1, last: 0, expected: .hole(lost: nil)),
        Case(what: "pruned up to here", sequence: 9, first: 9, last: 3, expected: .apply(lost: 4...8)),
        Case(what: "pruned, and a hole behind it", sequence: 9, first: 6, last: 3, expected: .hole(lost: 4...5)),
        Case(what: "outside the numbering", sequence: 0, first: 0, last: 0, expected: .apply(lost: nil)),
        Case(what: "below the floor", sequence: 4, first: 1, last: 3, epoch: 5, floor: 6, expected: .ignore),
    ]

    @Test("inbox: decides by sequence number and first flag", arguments: cases)
    func decides(_ example: Case) {
        #expect(decision(example, rules: .all) == example.expected)
    }

    @Test("negative control: without the inbox, duplicates are applied again")
    func consumedIsNeeded() {
        let duplicate = Case(what: "", sequence: 3, first: 1, last: 3, expected: .ignore)
        #expect(decision(duplicate, rules: .all.subtracting(.consumed)) == .apply(lost: nil))
    }

    @Test("negative control: without gap detection, later events are applied")
    func jumpIsNeeded() {
        let jump = Case(what: "", sequence: 6, first: 1, last: 3, expected: .ignore)
        #expect(decision(jump, rules: .all.subtracting(.jump)) == .apply(lost: nil))
    }

    private func decision(_ example: Case, rules: WeakenedRules) -> InboxDecision {
        rules.decide(
            sequence: example.sequence, first: example.first, epoch: example.epoch, last: example.last,
            floor: example.floor)
    }
}
