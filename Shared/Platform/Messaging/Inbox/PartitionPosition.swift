/// The position of a consumer in a partition.
package struct PartitionPosition: Sendable, Equatable {
    /// Highest epoch seen.
    package var epoch: Int64
    /// The next offset to process.
    package var next: Int64
    /// Whether the record before `next` is read again, only for its epoch.
    package var readsBack: Bool

    /// The interpretation of a batch for the position.
    package enum Reading: Equatable {
        /// A different log: discard the batch, and fetch from this offset.
        case restart(at: Int64)
        /// Process the records from this index on; offsets in `missing` were skipped.
        case take(from: Int, missing: [Range<Int64>])
    }

    /// Interprets offsets and epochs of a batch before it is applied; updates the epoch, not the offset.
    package mutating func read(_ records: [(offset: Int64, epoch: Int64)]) -> Reading {
        guard let first = records.first else { return .take(from: 0, missing: []) }
        let newest = records.reduce(0) { max($0, $1.epoch) }
        var start = 0
        if readsBack {
            readsBack = false
            if first.offset == next - 1, first.epoch <= epoch { start = 1 }
        }
        if newest > epoch {
            let before = epoch
            epoch = newest
            // At the start of a log, and before the first record that was read, there is no earlier one to read.
            if first.offset > 0, next > 0, before > 0 {
                next = 0
                return .restart(at: 0)
            }
            start = 0
        }
        // An offset below the stored one: the log was truncated, and fetching restarted at its beginning.
        if let cut = records[start...].first, cut.offset < next { next = cut.offset }
        var missing: [Range<Int64>] = []
        var expected = next
        for record in records[start...] {
            if record.offset > expected { missing.append(expected..<record.offset) }
            expected = record.offset + 1
        }
        return .take(from: start, missing: missing)
    }
}
