import EventContracts
import Foundation
import Testing

@testable import Messaging

@Suite("Outbox rows sent from memory")
struct SentSequencesTests {
    private static func row(_ sequence: Int64?, key: String = "a", id: Int64? = nil) -> OutboxRows.Due {
        OutboxRows.Due(
            id: id ?? sequence ?? 1, topic: "t", partition: 0, key: key, sequence: sequence, first: 1,
            headers: RecordHeaders([]), body: [])
    }

    private static func sequences(_ reading: SentSequences.Reading) -> [Int64?]? {
        if case .send(let rows) = reading { rows.map(\.sequence) } else { nil }
    }

    @Test("sent sequences: a new stream begins with number 1")
    func streamBegins() {
        var sent = SentSequences()
        #expect(Self.sequences(sent.next([Self.row(1), Self.row(2)])) == [1, 2])
        sent.note(Self.row(1))
        sent.note(Self.row(2))
        #expect(Self.sequences(sent.next([Self.row(3)])) == [3])
    }

    @Test("sent sequences: after a gap in the numbers the outbox is read")
    func gapNeedsALook() {
        var sent = SentSequences()
        #expect(Self.sequences(sent.next([Self.row(5)])) == nil)
        sent.note(Self.row(5))
        #expect(Self.sequences(sent.next([Self.row(6), Self.row(8)])) == nil)
        #expect(Self.sequences(sent.next([Self.row(6), Self.row(1, key: "b", id: 9)])) == [6, 1])
    }

    @Test("sent sequences: a row read again from the outbox is not sent twice")
    func sentRowIsLeftOut() {
        var sent = SentSequences()
        sent.note(Self.row(7))
        #expect(Self.sequences(sent.next([Self.row(6), Self.row(7), Self.row(8)])) == [8])
    }

    @Test("sent sequences: a row without a number is left to the outbox")
    func unnumberedRow() {
        #expect(Self.sequences(SentSequences().next([Self.row(nil)])) == nil)
    }

    @Test("sent queue: returns rows by id, or nil if it may be incomplete")
    func queue() {
        let queue = RelayQueue()
        #expect(queue.take() == nil, "after a start the outbox may hold anything")
        queue.put([Self.row(2)], isComplete: true)
        queue.put([Self.row(1)], isComplete: true)
        #expect(queue.take()?.map(\.id) == [1, 2])
        #expect(queue.take()?.isEmpty == true)
        queue.put([Self.row(3)], isComplete: false)
        #expect(queue.take() == nil)
        queue.put((1...2_001).map { Self.row($0) }, isComplete: true)
        #expect(queue.take() == nil, "too many rows are left to the outbox")
        #expect(queue.take()?.isEmpty == true)
    }

    @Test("sent sequences: rows read again from the outbox are sent first")
    func shownAgain() {
        var sent = SentSequences()
        sent.note(Self.row(10))
        sent.found([Self.row(5), Self.row(6)])
        #expect(Self.sequences(sent.next([Self.row(11)])) == nil)
        sent.note(Self.row(5))
        sent.note(Self.row(6))
        #expect(Self.sequences(sent.next([Self.row(7)])) == [7])
    }

    @Test("sent queue: returns at most the requested number, oldest first")
    func limitedTake() {
        let queue = RelayQueue()
        _ = queue.take()
        queue.put([Self.row(3), Self.row(1), Self.row(2)], isComplete: true)
        #expect(queue.take(atMost: 2)?.map(\.id) == [1, 2])
        #expect(queue.take(atMost: 2)?.map(\.id) == [3])
    }
}
