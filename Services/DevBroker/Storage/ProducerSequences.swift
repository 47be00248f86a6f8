/// The last batches of each idempotent producer of a partition, to recognize a batch that was sent twice.
struct ProducerSequences {
    /// Batches remembered for each producer, as in Kafka: the limit of requests in flight of an idempotent producer.
    private static let rememberedBatches = 5
    /// Producers remembered; above it, the least recently used half is forgotten.
    private static let rememberedProducers = 1_000

    private struct Batch {
        let first: Int32
        let last: Int32
        let offset: Int64
    }

    private struct Producer {
        var epoch: Int16
        /// The remembered batches, oldest first.
        var batches: [Batch] = []
        var lastUse = 0
    }

    private var producers: [Int64: Producer] = [:]
    private var uses = 0

    /// Checks the sequence numbers of a batch before it is appended.
    ///
    /// An unknown producer may start with any number, as in Kafka: the log may have lost its earlier batches.
    /// - Returns: The offset of the same batch if it was stored before, else nil.
    /// - Throws: `Refusal.oldEpoch` or `.outOfOrder`.
    func offsetOfDuplicate(_ header: BatchHeader) throws(BatchHeader.Refusal) -> Int64? {
        guard header.isIdempotent, let producer = producers[header.producerID] else { return nil }
        guard header.producerEpoch >= producer.epoch else { throw .oldEpoch }
        guard header.producerEpoch == producer.epoch else {
            guard header.baseSequence == 0 else { throw .outOfOrder }
            return nil
        }
        let same = producer.batches.first { $0.first == header.baseSequence && $0.last == header.lastSequence }
        if let same { return same.offset }
        if let last = producer.batches.last,
            header.baseSequence != BatchHeader.sequence(after: last.last, by: 1)
        {
            throw .outOfOrder
        }
        return nil
    }

    /// Remembers an appended batch.
    mutating func note(_ header: BatchHeader, at offset: Int64) {
        guard header.isIdempotent else { return }
        uses += 1
        var producer = producers[header.producerID] ?? Producer(epoch: header.producerEpoch)
        if producer.epoch != header.producerEpoch { producer = Producer(epoch: header.producerEpoch) }
        producer.batches.append(Batch(first: header.baseSequence, last: header.lastSequence, offset: offset))
        if producer.batches.count > Self.rememberedBatches { producer.batches.removeFirst() }
        producer.lastUse = uses
        producers[header.producerID] = producer
        if producers.count > Self.rememberedProducers { forgetOldest() }
    }

    private mutating func forgetOldest() {
        let byAge = producers.sorted { $0.value.lastUse < $1.value.lastUse }
        for (id, _) in byAge.prefix(producers.count / 2) { producers[id] = nil }
    }
}
