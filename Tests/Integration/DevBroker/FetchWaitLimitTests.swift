import Testing

@testable import DevBrokerService

@Suite("Waits of fetches in the dev broker")
struct FetchWaitLimitTests {
    private let limit = FetchWaitLimit()

    /// The limit some milliseconds after the start.
    private func wait(partitions: Int, at milliseconds: Int64) -> Int {
        limit.maxWait(partitions: partitions, at: milliseconds * 1_000_000)
    }

    @Test("dev broker: a fetch waits for a quarter of the time without records")
    func quarter() {
        #expect(wait(partitions: 6, at: 0) == .max)
        limit.noteRecords(at: 0)
        #expect(wait(partitions: 6, at: 0) == 100)
        #expect(wait(partitions: 6, at: 399) == 100)
        #expect(wait(partitions: 6, at: 2_000) == 500)
    }

    @Test("dev broker: a fetch without paused partitions waits for less")
    func paused() {
        limit.noteRecords(at: 0)
        #expect(wait(partitions: 6, at: 0) == 100)
        #expect(wait(partitions: 5, at: 1) == 10)
        #expect(wait(partitions: 6, at: 2) == 100)
        #expect(wait(partitions: 4, at: 3) == 10)
        #expect(wait(partitions: 5, at: 80) == 20)
    }

    @Test("dev broker: partitions that another member took do not count as paused")
    func fewer() {
        limit.noteRecords(at: 29_000 * 1_000_000)
        #expect(wait(partitions: 6, at: 0) == 100)
        #expect(wait(partitions: 3, at: 1) == 10)
        #expect(wait(partitions: 3, at: 30_000) == 250)
        #expect(wait(partitions: 3, at: 30_001) == 250)
        limit.noteRecords(at: 30_002 * 1_000_000)
        #expect(wait(partitions: 3, at: 30_002) == 100)
        #expect(wait(partitions: 2, at: 30_003) == 10)
    }
}
