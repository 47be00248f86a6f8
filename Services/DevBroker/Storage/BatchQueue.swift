/// The batches of a log, oldest first; lets go of a batch when it is removed.
struct BatchQueue: RandomAccessCollection {
    /// Slots in front of the first batch that are kept before the rest moves up.
    private static let maxSpareSlots = 64

    /// Empty in front of `head`.
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

    /// Removes the oldest batch, of which there is one.
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
