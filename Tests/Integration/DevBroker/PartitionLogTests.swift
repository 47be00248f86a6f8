import CChecksum
import Testing

@testable import DevBrokerService

@Suite("dev broker: the log of a partition") struct PartitionLogTests {
    private func append(_ batch: [UInt8], to log: PartitionLog) throws -> Int64 {
        try batch.withUnsafeBytes { try log.append($0, BatchHeader($0)) }
    }

    @Test("partition log: at capacity the oldest batches go; offsets continue")
    func capacity() throws {
        let size = Wire.batch(value: Array(repeating: 7, count: 1_000)).count
        let log = PartitionLog(capacity: 3 * size)
        for offset in 0..<500 as Range<Int64> {
            #expect(try append(Wire.batch(value: Array(repeating: 7, count: 1_000)), to: log) == offset)
        }
        #expect(log.startOffset == 497 && log.endOffset == 500)
        #expect(!log.contains(496) && log.contains(497) && log.contains(500) && !log.contains(501))
        #expect(log.read(from: 497, limit: 2 * size, always: false).map(\.baseOffset) == [497, 498])
        #expect(log.read(from: 499, limit: 1, always: true).map(\.baseOffset) == [499])
        #expect(log.read(from: 499, limit: 1, always: false).isEmpty)
        #expect(log.read(from: 500, limit: size, always: true).isEmpty)
        #expect(log.size(from: 498, upTo: .max) == 2 * size)
    }

    @Test("partition log: a batch above the capacity is kept alone")
    func largeBatch() throws {
        let log = PartitionLog(capacity: 100)
        _ = try append(Wire.batch(), to: log)
        #expect(try append(Wire.batch(3, value: Array(repeating: 7, count: 1_000)), to: log) == 1)
        #expect(log.startOffset == 1 && log.endOffset == 4)
    }

    @Test("partition log: offset by time: the first record at or after it")
    func times() throws {
        let log = PartitionLog(capacity: 1 << 20)
        for time in [1_000, 3_000, 2_000] as [Int64] { _ = try append(Wire.batch(2, time: time), to: log) }
        #expect(log.first(notBefore: 0)?.offset == 0)
        #expect(log.first(notBefore: 1_001)?.offset == 2)
        #expect(log.first(notBefore: 3_000)?.offset == 2)
        #expect(log.first(notBefore: 3_001) == nil)
        #expect(log.newest?.offset == 2 && log.newest?.timestamp == 3_000)
    }

    @Test("partition log: truncation removes records below an offset")
    func truncation() throws {
        let log = PartitionLog(capacity: 1 << 20)
        for _ in 0..<4 { _ = try append(Wire.batch(5), to: log) }
        log.truncate(before: 7)
        #expect(log.startOffset == 7)
        #expect(log.read(from: 7, limit: 1, always: true).first?.baseOffset == 5)
        log.truncate(before: 100)
        #expect(log.startOffset == 20 && log.endOffset == 20)
    }

    @Test("dev broker: after the highest producer sequence comes 0")
    func wrappedSequence() throws {
        let log = PartitionLog(capacity: 1 << 20)
        #expect(try append(Wire.batch(2, producer: 1, epoch: 0, sequence: .max - 1), to: log) == 0)
        #expect(try append(Wire.batch(1, producer: 1, epoch: 0, sequence: 0), to: log) == 2)
        #expect(try append(Wire.batch(2, producer: 1, epoch: 0, sequence: .max - 1), to: log) == 0)
    }

    @Test("CRC-32C: matches the example of RFC 3720")
    func checksum() {
        let bytes = Array(repeating: UInt8(0), count: 32)
        #expect(bytes.withUnsafeBytes { checksum_crc32c($0.baseAddress, $0.count) } == 0x8a91_36aa)
    }

    @Test("timers: fire in order; cancelled ones do not")
    func timers() {
        let timers = Timers()
        var fired: [Int] = []
        let all = (0..<200).map { number in
            timers.after(milliseconds: number % 2 == 0 ? 0 : 60_000) { fired.append(number) }
        }
        for timer in all[100...] { timer.cancel() }
        while timers.millisecondsUntilNext == 0 { timers.fireDue() }
        #expect(fired.sorted() == Array(stride(from: 0, to: 100, by: 2)))
        #expect(timers.millisecondsUntilNext > 1_000)
    }
}
