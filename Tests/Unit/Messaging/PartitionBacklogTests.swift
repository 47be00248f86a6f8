import Testing

@testable import Messaging

@Suite("Unread backlog of a partition")
struct PartitionBacklogTests {
    private static let cap = 6_400

    @Test("backlog: sent records count until every group has read them")
    func freeBytes() {
        var backlog = PartitionBacklog(capBytes: Self.cap)
        for offset in 0..<30 { backlog.note(100, at: Int64(offset)) }
        #expect(backlog.freeBytes == Self.cap - 3_000 && !backlog.isHalfFull)
        for offset in 30..<64 { backlog.note(100, at: Int64(offset)) }
        #expect(backlog.freeBytes == 0 && backlog.isHalfFull)
        let first = backlog.advance(to: 10)
        #expect(first && backlog.freeBytes == 1_000)
        let rest = backlog.advance(to: 64)
        #expect(rest && backlog.freeBytes == Self.cap && backlog.remembered == 0)
    }

    @Test("backlog: unchanged or older offsets free no space")
    func standstill() {
        var backlog = PartitionBacklog(capBytes: Self.cap)
        for offset in 0..<2 { backlog.note(100, at: Int64(offset)) }
        let answers = [1, 1, 0].map { backlog.advance(to: $0) }
        #expect(answers == [true, false, false])
        #expect(backlog.freeBytes == Self.cap - 100)
    }

    @Test("backlog: small records are tracked in few ranges")
    func bounded() {
        var backlog = PartitionBacklog(capBytes: Self.cap)
        for offset in 0..<Self.cap { backlog.note(1, at: Int64(offset)) }
        #expect(backlog.freeBytes == 0 && backlog.remembered == PartitionBacklog.stretches)
        _ = backlog.advance(to: 150)
        #expect(backlog.freeBytes == 100)
    }

    @Test("backlog: a large record is its own range until it is read")
    func sizes() {
        var backlog = PartitionBacklog(capBytes: Self.cap)
        for (offset, size) in [40, 500, 40, 40].enumerated() { backlog.note(size, at: Int64(offset)) }
        #expect(backlog.remembered == 3)
        _ = backlog.advance(to: 2)
        #expect(backlog.freeBytes == Self.cap - 80)
        _ = backlog.advance(to: 3)
        #expect(backlog.freeBytes == Self.cap - 80 && backlog.remembered == 1)
        _ = backlog.advance(to: 4)
        #expect(backlog.freeBytes == Self.cap)
    }
}
