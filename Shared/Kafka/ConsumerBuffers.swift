import Synchronization

/// What a consumer has fetched and not yet handed out, by partition; a pure state, changed under the consumer's lock.
struct ConsumerBuffers {
    private struct Buffer {
        var records: ArraySlice<KafkaRecord> = []
        var bytes = 0
        /// A batch is out; the next comes after `release`.
        var isInHand = false
        /// Paused by the service.
        var isHeld = false
        /// Paused in the library, because this buffer is full.
        var isFull = false
        /// A seek was asked for and not made yet: whatever comes is of before.
        var isSeeking = false
    }

    private let limits: ConsumerLimits
    private var buffers: [TopicPartition: Buffer] = [:]
    private var queue: [TopicPartition] = []
    private var notices: [ConsumerEvent] = []

    init(limits: ConsumerLimits) {
        self.limits = limits
    }

    var assignment: Set<TopicPartition> { Set(buffers.keys) }

    mutating func assign(_ partitions: [TopicPartition]) {
        for place in partitions { buffers[place] = Buffer() }
        notices.append(.assigned(partitions))
    }

    mutating func revoke(_ partitions: [TopicPartition]) {
        for place in partitions { buffers[place] = nil }
        queue.removeAll { buffers[$0] == nil }
        notices.append(.revoked(partitions))
    }

    mutating func reachedEnd(of place: TopicPartition, offset: Int64) {
        guard let buffer = buffers[place], !buffer.isSeeking else { return }
        notices.append(.endOfPartition(place, offset: offset))
    }

    /// Keeps a record.
    ///
    /// - Returns: whether fetching the partition is to be paused.
    mutating func append(_ record: KafkaRecord) -> Bool {
        let place = record.topicPartition
        guard var buffer = buffers[place], !buffer.isSeeking else { return false }
        if buffer.records.isEmpty { queue.append(place) }
        buffer.records.append(record)
        buffer.bytes += record.size
        let fills =
            !buffer.isFull
            && (buffer.records.count >= limits.bufferedRecords || buffer.bytes >= limits.bufferedBytes)
        if fills { buffer.isFull = true }
        buffers[place] = buffer
        return fills
    }

    /// What to hand out next.
    ///
    /// - Returns: the event, and a partition whose fetching may go on.
    mutating func next() -> (event: ConsumerEvent, resumes: TopicPartition?)? {
        if !notices.isEmpty { return (notices.removeFirst(), nil) }
        guard let index = queue.firstIndex(where: { isReady($0) }) else { return nil }
        let place = queue.remove(at: index)
        guard var buffer = buffers[place] else { return nil }
        var count = 0
        var bytes = 0
        for record in buffer.records {
            if count > 0, count >= limits.batchRecords || bytes + record.size > limits.batchBytes { break }
            count += 1
            bytes += record.size
        }
        let batch = Array(buffer.records.prefix(count))
        buffer.records = ArraySlice(buffer.records.dropFirst(count))
        buffer.bytes -= bytes
        buffer.isInHand = true
        if !buffer.records.isEmpty { queue.append(place) }
        let resumes = buffer.isFull && buffer.records.count < limits.bufferedRecords / 2
        if resumes { buffer.isFull = false }
        buffers[place] = buffer
        return (.records(RecordBatch(partition: place, records: batch)), resumes ? place : nil)
    }

    private func isReady(_ place: TopicPartition) -> Bool {
        guard let buffer = buffers[place] else { return false }
        return !buffer.isInHand && !buffer.isHeld && !buffer.isSeeking && !buffer.records.isEmpty
    }

    mutating func release(_ place: TopicPartition) {
        buffers[place]?.isInHand = false
    }

    mutating func hold(_ place: TopicPartition, _ isHeld: Bool) {
        buffers[place]?.isHeld = isHeld
    }

    /// Drops what is buffered of a partition until `seekDone`.
    ///
    /// - Returns: whether the partition is ours.
    mutating func beginSeek(_ place: TopicPartition) -> Bool {
        guard var buffer = buffers[place] else { return false }
        buffer.records = []
        buffer.bytes = 0
        buffer.isSeeking = true
        buffers[place] = buffer
        queue.removeAll { $0 == place }
        return true
    }

    /// The library's queue holds nothing of before any more.
    ///
    /// - Returns: whether fetching was paused for a full buffer and is to go on.
    mutating func seekDone(_ place: TopicPartition) -> Bool {
        guard var buffer = buffers[place] else { return false }
        buffer.isSeeking = false
        let wasFull = buffer.isFull
        buffer.isFull = false
        buffers[place] = buffer
        return wasFull
    }
}
