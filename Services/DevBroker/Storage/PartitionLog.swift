/// The log of one partition, in memory.
///
/// Above its capacity it drops the oldest batches.
final class PartitionLog {
    /// Maximum size in bytes; the newest batch is kept whatever its size.
    private let capacity: Int
    private var batches = BatchQueue()
    private var bytes = 0
    private var producers = ProducerSequences()
    /// Fetches waiting for records of this partition.
    private var waiting: [WaitingFetch] = []

    /// The offset of the oldest record; the next offset if the log is empty.
    private(set) var startOffset: Int64 = 0
    /// The offset of the next record.
    private(set) var endOffset: Int64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Stores a batch, unless the same batch of the same producer is stored already.
    ///
    /// - Returns: The offset of its first record.
    /// - Throws: The reason of a refusal; the log is unchanged then.
    func append(_ content: UnsafeRawBufferPointer, _ header: BatchHeader) throws(BatchHeader.Refusal) -> Int64 {
        if let offset = try producers.offsetOfDuplicate(header) { return offset }
        let batch = StoredBatch(copying: content, header, at: endOffset)
        batches.append(batch)
        bytes += batch.count
        endOffset = batch.endOffset
        producers.note(header, at: batch.baseOffset)
        while bytes > capacity, batches.count > 1 { dropFirst() }
        for fetch in waiting { fetch.noteAppended(batch.count) }
        return batch.baseOffset
    }

    /// Drops the records below an offset.
    ///
    /// A batch is freed with its last record.
    func truncate(before offset: Int64) {
        startOffset = max(startOffset, min(offset, endOffset))
        while let first = batches.first, first.endOffset <= startOffset { dropFirst() }
    }

    private func dropFirst() {
        let first = batches.removeFirst()
        bytes -= first.count
        startOffset = max(startOffset, first.endOffset)
    }

    // MARK: Reading

    /// Whether the offset belongs to a stored record, or is the one of the next record.
    func contains(_ offset: Int64) -> Bool { (startOffset...endOffset).contains(offset) }

    /// Returns whole batches, starting with the batch that contains an offset.
    ///
    /// - Parameters:
    ///   - offset: Must be in the log.
    ///   - limit: Maximum size in bytes.
    ///   - always: Whether to return the first batch even if it exceeds the limit, so that a client can make progress.
    /// - Returns: The batches, oldest first.
    func read(from offset: Int64, limit: Int, always: Bool) -> [StoredBatch] {
        var found: [StoredBatch] = []
        var size = 0
        for batch in batches[index(of: offset)...] {
            size += batch.count
            guard size <= limit || always && found.isEmpty else { break }
            found.append(batch)
        }
        return found
    }

    /// The size of the batches from an offset on, in bytes; stops counting at a limit.
    func size(from offset: Int64, upTo limit: Int) -> Int {
        var size = 0
        for batch in batches[index(of: offset)...] {
            guard size < limit else { break }
            size += batch.count
        }
        return size
    }

    /// Finds the first record that is not older than a time (milliseconds since 1970); nil if all are older.
    func first(notBefore time: Int64) -> (offset: Int64, timestamp: Int64)? {
        guard let found = batches.lazy.compactMap({ $0.first(notBefore: time) }).first else { return nil }
        return (min(max(found.offset, startOffset), endOffset), found.timestamp)
    }

    /// The record with the newest time; nil if the log is empty.
    var newest: (offset: Int64, timestamp: Int64)? {
        batches.max { $0.maxTimestamp < $1.maxTimestamp }.flatMap { $0.first(notBefore: $0.maxTimestamp) }
    }

    /// The index of the batch that contains an offset; the end index if no batch does.
    private func index(of offset: Int64) -> Int {
        var low = batches.startIndex
        var high = batches.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if batches[middle].endOffset <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Waiting

    func add(_ fetch: WaitingFetch) { waiting.append(fetch) }

    func remove(_ fetch: WaitingFetch) {
        if let index = waiting.firstIndex(where: { $0 === fetch }) { waiting.remove(at: index) }
    }
}
