import Kafka
import Testing

@testable import Messaging

@Suite("Stalled partitions")
struct StalledPartitionsTests {
    private let place = TopicPartition(topic: "allergen.scan.v1", partition: 3)

    @Test("stall: reported if two checks find the same unread position")
    func stands() {
        var stalls = StalledPartitions()
        let starts = [place: Int64(0)]
        #expect(stalls.note(awaited: [place: 7], starts: starts, ends: [place: 9]).isEmpty)
        #expect(stalls.note(awaited: [place: 7], starts: starts, ends: [place: 12]) == [place])
        // After the partition is fetched again, one record early, the check starts over.
        #expect(stalls.note(awaited: [place: 6], starts: starts, ends: [place: 12]).isEmpty)
        #expect(stalls.note(awaited: [place: 6], starts: starts, ends: [place: 12]) == [place])
    }

    @Test("stall: not reported at the end, or while advancing or unknown")
    func moves() {
        var stalls = StalledPartitions()
        let looks: [([TopicPartition: Int64], [TopicPartition: Int64])] = [
            ([place: 7], [place: 7]), ([place: 7], [place: 8]), ([place: 8], [place: 20]), ([:], [place: 20]),
            ([place: 8], [place: 20]), ([place: 8], [:]), ([place: 8], [place: 20]),
        ]
        for (awaited, ends) in looks {
            #expect(stalls.note(awaited: awaited, starts: [place: 0], ends: ends).isEmpty)
        }
    }

    @Test("stall: a log that retention emptied before it was read")
    func emptied() {
        var stalls = StalledPartitions()
        // A start that the broker did not tell proves nothing.
        for _ in 0..<3 { #expect(stalls.note(awaited: [place: 0], starts: [:], ends: [place: 12]).isEmpty) }
        #expect(stalls.note(awaited: [place: 0], starts: [place: 12], ends: [place: 12]).isEmpty)
        #expect(stalls.note(awaited: [place: 0], starts: [place: 12], ends: [place: 12]) == [place])
        // At its end there is nothing to wait for.
        for _ in 0..<3 { #expect(stalls.note(awaited: [place: 12], starts: [place: 12], ends: [place: 12]).isEmpty) }
    }
}
