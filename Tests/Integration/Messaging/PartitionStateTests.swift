import TestSupport
import Testing

@testable import Messaging

@Suite("Consumer state of a partition")
struct PartitionStateTests {
    private func read(
        _ state: PartitionState, _ records: [(Int64, Int64)], rules: WeakenedRules = .all
    ) -> PartitionPosition.Reading {
        state.read(records.map { (offset: $0.0, epoch: $0.1) }, rules: rules)
    }

    @Test("partition: fetching starts one record early; that one is skipped")
    func readsBack() {
        let state = PartitionState(epoch: 2, next: 5, readsBack: true)
        #expect(state.fetchOffset == 4)
        #expect(read(state, [(4, 2), (5, 2), (6, 2)]) == .take(from: 1, missing: []))
    }

    @Test("partition: a newer epoch before the offset means a replaced log")
    func newLogGrownPastThePosition() {
        let state = PartitionState(epoch: 2, next: 5, readsBack: true)
        #expect(read(state, [(4, 3)]) == .restart(at: 0))
        #expect(state.current == .init(epoch: 3, next: 0, readsBack: false))
        #expect(read(state, [(0, 3), (1, 3)]) == .take(from: 0, missing: []))
    }

    @Test("partition: a replaced log may have only the record fetched early")
    func newLogOfOneRecord() {
        let state = PartitionState(epoch: 2, next: 1, readsBack: true)
        #expect(read(state, [(0, 3)]) == .take(from: 0, missing: []))
        #expect(state.current.epoch == 3)
    }

    @Test("partition: a newer epoch within a batch resets to 0 first")
    func newerEpochInABatch() {
        let state = PartitionState(epoch: 1, next: 5, readsBack: false)
        #expect(read(state, [(5, 1), (6, 2)]) == .restart(at: 0))
    }

    @Test("negative control: without seeking, a new log's start is not read")
    func seekIsNeeded() {
        let state = PartitionState(epoch: 1, next: 5, readsBack: false)
        #expect(read(state, [(5, 2)], rules: .all.subtracting(.seek)) == .take(from: 0, missing: []))
    }

    @Test("partition: skipped offsets are a gap, also for a new group")
    func gaps() {
        let state = PartitionState(epoch: 0, next: 0, readsBack: true)
        #expect(read(state, [(7, 1), (8, 1), (10, 1)]) == .take(from: 0, missing: [0..<7, 9..<10]))
        let known = PartitionState(epoch: 1, next: 5, readsBack: true)
        #expect(read(known, [(9, 1)]) == .take(from: 0, missing: [5..<9]))
    }

    @Test("partition: a truncated log is read from its beginning")
    func cutLog() {
        let state = PartitionState(epoch: 1, next: 50, readsBack: true)
        #expect(read(state, [(0, 1), (1, 1)]) == .take(from: 0, missing: []))
        #expect(state.current.next == 0)
    }

    @Test("partition: a log that ends before the position is read from its start")
    func shortLog() {
        let state = PartitionState(epoch: 1, next: 5, readsBack: true)
        #expect(state.restart(ifLogEndsAt: 5, before: 5) == false)
        #expect(state.restart(ifLogEndsAt: 3, before: 4) == false, "the position moved meanwhile")
        state.setBusy(true)
        #expect(state.restart(ifLogEndsAt: 4, before: 5) == nil)
        state.setBusy(false)
        #expect(state.restart(ifLogEndsAt: 4, before: 5) == true)
        #expect(state.current == .init(epoch: 1, next: 5, readsBack: false))
        #expect(read(state, [(0, 2), (1, 2)]) == .take(from: 0, missing: []))
        #expect(state.current == .init(epoch: 2, next: 0, readsBack: false))
    }

    @Test("partition: a truncated log has no gap before its first record")
    func cutAndPrunedLog() {
        let state = PartitionState(epoch: 1, next: 100, readsBack: true)
        #expect(state.restart(ifLogEndsAt: 99, before: 100) == true)
        #expect(read(state, [(40, 1), (41, 1)]) == .take(from: 0, missing: []))
    }

    @Test("partition: the first record after deleted ones is of no other log")
    func firstRecordAfterDeleted() {
        let state = PartitionState(epoch: 0, next: 0, readsBack: true)
        #expect(state.skip(from: 0, to: 12))
        #expect(read(state, [(12, 3)]) == .take(from: 0, missing: []))
    }

    @Test("partition: deleted records are skipped unless the position has moved")
    func skipsDeleted() {
        let state = PartitionState(epoch: 1, next: 5, readsBack: true)
        #expect(!state.skip(from: 4, to: 9))
        state.setBusy(true)
        #expect(!state.skip(from: 5, to: 9))
        state.setBusy(false)
        #expect(state.skip(from: 5, to: 9))
        #expect(state.current == .init(epoch: 1, next: 9, readsBack: false))
    }

    @Test("partition: no early record within a batch or at a log's start")
    func lookBackOnDemand() {
        let state = PartitionState(epoch: 1, next: 3, readsBack: false)
        state.setBusy(true)
        #expect(state.readBack() == nil)
        state.setBusy(false)
        #expect(state.readBack() == 2)
        #expect(PartitionState(epoch: 1, next: 0, readsBack: false).readBack() == nil)
    }
}
