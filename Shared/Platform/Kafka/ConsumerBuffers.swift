/// The buffered records of a consumer, by partition, and the pending actions of its thread.
///
/// A state machine without I/O, so that tests can run events in any order; changed under the consumer's lock.
struct ConsumerBuffers {
    private struct Buffer {
        /// Changes with each assignment and seek, to recognize batches from before.
        var span: Int
        var records: [KafkaRecord] = []
        var bytes = 0
        /// The log's end, reached after the last of `records`.
        var end: Int64?
        /// The first offset not yet released; nil until it is known.
        var position: Int64?
        /// Whether the service has paused the partition.
        var isHeld = false
        /// Whether the library's fetching is paused because this buffer is full.
        var isFull = false
        /// Whether the partition is in `turn`.
        var isInTurn = false
        /// A requested seek that has not been executed yet: records are dropped until then.
        var seek: Int64?
    }

    /// A seek for the consumer's thread to execute.
    struct Seek: Equatable {
        let partition: TopicPartition
        let offset: Int64
        fileprivate let span: Int
    }

    private let limits: ConsumerLimits
    private var buffers: [TopicPartition: Buffer] = [:]
    /// Batches not yet released, with the offset after each; includes partitions that were revoked meanwhile.
    private var inHand: [TopicPartition: (span: Int, next: Int64)] = [:]
    private var turn: [TopicPartition] = []
    private var notices: [ConsumerEvent] = []
    private var resumes: Set<TopicPartition> = []
    private var spans = 0

    init(limits: ConsumerLimits) {
        self.limits = limits
    }

    var assignment: Set<TopicPartition> { Set(buffers.keys) }

    func isAssigned(_ place: TopicPartition) -> Bool { buffers[place] != nil }

    /// The first offset not yet released, if known.
    var positions: [TopicPartition: Int64] { buffers.compactMapValues(\.position) }

    /// The positions of partitions of which nothing is buffered or in hand: their next record is with the broker.
    var awaited: [TopicPartition: Int64] {
        buffers.compactMapValues { $0.records.isEmpty ? $0.position : nil }.filter { inHand[$0.key] == nil }
    }

    // MARK: From the library

    /// Partitions were assigned from the given offsets on; a negative offset means the log's start.
    mutating func assign(_ partitions: [(TopicPartition, Int64)]) {
        for (place, offset) in partitions {
            buffers[place] = Buffer(span: nextSpan(), position: offset >= 0 ? offset : nil)
        }
        notices.append(.assigned(partitions.map(\.0)))
    }

    /// Partitions were revoked; their buffers are dropped, and a batch in hand may be finished.
    mutating func revoke(_ partitions: [TopicPartition]) {
        for place in partitions {
            buffers[place] = nil
            resumes.remove(place)
        }
        turn.removeAll { buffers[$0] == nil }
        notices.append(.revoked(partitions))
    }

    /// Buffers a record.
    ///
    /// - Returns: Whether fetching the partition is to be paused now.
    mutating func append(_ record: KafkaRecord) -> Bool {
        let place = record.topicPartition
        guard buffers[place]?.seek == nil, var buffer = buffers.removeValue(forKey: place) else { return false }
        buffer.records.append(record)
        buffer.bytes += record.size
        buffer.end = nil
        if buffer.position == nil { buffer.position = record.offset }
        let isFull = buffer.records.count >= limits.bufferedRecords || buffer.bytes >= limits.bufferedBytes
        let fills = isFull && !buffer.isFull
        if fills {
            buffer.isFull = true
            resumes.remove(place)
        }
        buffers[place] = buffer
        queue(place)
        return fills
    }

    /// Notes that all records up to the log's end have arrived.
    mutating func reachEnd(of place: TopicPartition, offset: Int64) {
        guard let buffer = buffers[place], buffer.seek == nil else { return }
        buffers[place]?.end = offset
        if buffer.position == nil { buffers[place]?.position = offset }
        queue(place)
    }

    // MARK: To the service

    /// The next event: assignments and revocations first, then the partitions in turn.
    mutating func next() -> ConsumerEvent? {
        if !notices.isEmpty { return notices.removeFirst() }
        guard let index = turn.firstIndex(where: isReady) else { return nil }
        let place = turn.remove(at: index)
        guard var buffer = buffers.removeValue(forKey: place) else { return nil }
        defer {
            buffer.isInTurn = false
            buffers[place] = buffer
            queue(place)
        }
        if buffer.records.isEmpty, let end = buffer.end {
            buffer.end = nil
            return .endOfPartition(place, offset: end)
        }
        let (count, bytes) = firstBatch(of: buffer.records)
        let records = Array(buffer.records.prefix(count))
        buffer.records.removeFirst(count)
        buffer.bytes -= bytes
        if let last = records.last { inHand[place] = (buffer.span, last.offset + 1) }
        if buffer.isFull, buffer.records.count <= limits.bufferedRecords / 2, buffer.bytes <= limits.bufferedBytes / 2 {
            buffer.isFull = false
            resumes.insert(place)
        }
        return .records(RecordBatch(partition: place, records: records))
    }

    /// Notes that the batch in hand has been processed.
    mutating func release(_ place: TopicPartition) {
        guard let batch = inHand.removeValue(forKey: place), batch.span == buffers[place]?.span else { return }
        buffers[place]?.position = batch.next
    }

    /// Pauses or resumes the delivery of a partition's records.
    mutating func hold(_ place: TopicPartition, _ isHeld: Bool) {
        buffers[place]?.isHeld = isHeld
    }

    /// Drops the buffer of a partition, and all records that arrive before the seek is executed.
    mutating func seek(_ place: TopicPartition, to offset: Int64) {
        guard let before = buffers[place] else { return }
        if before.isFull { resumes.insert(place) }
        buffers[place] = Buffer(
            span: nextSpan(), position: offset, isHeld: before.isHeld, isInTurn: before.isInTurn, seek: offset)
    }

    // MARK: To the thread

    /// Whether the thread has pending actions.
    var hasOrders: Bool { !resumes.isEmpty || buffers.values.contains { $0.seek != nil } }

    /// The pending seeks.
    var seeks: [Seek] {
        buffers.compactMap { place, buffer in
            buffer.seek.map { Seek(partition: place, offset: $0, span: buffer.span) }
        }
    }

    /// Notes that a seek was executed, so that the library holds no earlier records.
    mutating func made(_ seek: Seek) {
        // Another seek or assignment may have arrived meanwhile.
        guard buffers[seek.partition]?.span == seek.span else { return }
        buffers[seek.partition]?.seek = nil
    }

    /// Partitions whose fetching is to be resumed, each once.
    mutating func takeResumes() -> Set<TopicPartition> {
        defer { resumes = [] }
        return resumes
    }

    // MARK: Rules

    private mutating func nextSpan() -> Int {
        spans += 1
        return spans
    }

    private mutating func queue(_ place: TopicPartition) {
        guard let buffer = buffers[place], !buffer.isInTurn, !buffer.records.isEmpty || buffer.end != nil else {
            return
        }
        buffers[place]?.isInTurn = true
        turn.append(place)
    }

    private func isReady(_ place: TopicPartition) -> Bool {
        guard let buffer = buffers[place], inHand[place] == nil, !buffer.isHeld, buffer.seek == nil else {
            return false
        }
        return !buffer.records.isEmpty || buffer.end != nil
    }

    private func firstBatch(of records: [KafkaRecord]) -> (count: Int, bytes: Int) {
        var bytes = 0
        for (count, record) in records.enumerated() {
            let isEnough = count >= limits.batchRecords || bytes + record.size > limits.batchBytes
            if count > 0, isEnough { return (count, bytes) }
            bytes += record.size
        }
        return (records.count, bytes)
    }
}
