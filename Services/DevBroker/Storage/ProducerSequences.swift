/// What the idempotent producers of a partition sent last, so that a batch sent twice is stored once.
struct ProducerSequences {
    /// Batches of a producer that are remembered, as in Kafka: no producer has more requests under way.
    private static let rememberedBatches = 5
    /// Producers that are remembered; beyond, those that were silent longest are forgotten.
    private static let rememberedProducers = 1_000

    private struct Batch {
        let first: Int32
        let last: Int32
        let offset: Int64
    }

    private struct Producer {
        var epoch: Int16
        /// The newest is the last.
        var batches: [Batch] = []
        var lastUse = 0
    }

    private var producers: [Int64: Producer] = [:]
    private var uses = 0

    /// Whether a batch may be appended.
    ///
    /// A producer that is not known may begin with any number: the log may have been emptied since.
    /// - Returns: The offset of the same batch if it is stored already, else nil.
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

    /// Remembers a batch that was appended.
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
