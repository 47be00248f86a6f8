/// The log of one partition, in memory: a bounded number of bytes, of which the oldest batches are dropped.
final class PartitionLog {
    /// Bytes that are kept; the newest batch is kept whatever its size.
    private let capacity: Int
    private var batches = BatchQueue()
    private var bytes = 0
    private var producers = ProducerSequences()
    /// Fetches that wait for a record of this partition.
    private var waiting: [WaitingFetch] = []

    /// The offset of the oldest record, or of the next one when there is none.
    private(set) var startOffset: Int64 = 0
    /// The offset of the next record to come.
    private(set) var endOffset: Int64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Stores a batch, or finds that it is stored already.
    ///
    /// - Returns: The offset of its first record.
    /// - Throws: Why it is refused; nothing is changed then.
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

    /// Drops the records below an offset; a batch goes with its last record.
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

    /// Whether there may be a record at an offset, now or later.
    func contains(_ offset: Int64) -> Bool { (startOffset...endOffset).contains(offset) }

    /// Whole batches from the one with an offset on.
    ///
    /// - Parameters:
    ///   - offset: One that the log contains.
    ///   - limit: The most bytes.
    ///   - always: Whether the first batch comes even if it is larger, so that a client gets past it.
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

    /// Bytes from the batch with an offset on; counts no further than a limit.
    func size(from offset: Int64, upTo limit: Int) -> Int {
        var size = 0
        for batch in batches[index(of: offset)...] {
            guard size < limit else { break }
            size += batch.count
        }
        return size
    }

    /// The first record that is not older than a time (milliseconds since 1970); nil when all are older.
    func first(notBefore time: Int64) -> (offset: Int64, timestamp: Int64)? {
        guard let found = batches.lazy.compactMap({ $0.first(notBefore: time) }).first else { return nil }
        return (max(found.offset, startOffset), found.timestamp)
    }

    /// The newest time of any record and the batch that has it; nil when there is none.
    var newest: (offset: Int64, timestamp: Int64)? {
        batches.max { $0.maxTimestamp < $1.maxTimestamp }.flatMap { $0.first(notBefore: $0.maxTimestamp) }
    }

    /// The index of the batch with an offset, or behind the last one.
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
