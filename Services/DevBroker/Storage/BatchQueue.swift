/// A queue of batches, oldest first, that releases a batch as soon as it is removed.
struct BatchQueue: RandomAccessCollection {
    /// Empty slots allowed in front of the first batch before the array is compacted.
    private static let maxSpareSlots = 64

    /// Nil below `head`.
    private var slots: [StoredBatch?] = []
    private var head = 0

    var startIndex: Int { 0 }
    var endIndex: Int { slots.count - head }

    subscript(position: Int) -> StoredBatch {
        guard let batch = slots[head + position] else { preconditionFailure("slots from head on are filled") }
        return batch
    }

    mutating func append(_ batch: StoredBatch) {
        slots.append(batch)
    }

    /// Removes the oldest batch; the queue must not be empty.
    mutating func removeFirst() -> StoredBatch {
        let first = self[0]
        slots[head] = nil
        head += 1
        if head > Self.maxSpareSlots, head > slots.count / 2 {
            slots.removeFirst(head)
            head = 0
        }
        return first
    }
}
