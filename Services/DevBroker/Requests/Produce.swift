extension Broker {
    /// Stores record batches, one for each partition of the request.
    func produce(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        if version >= 3 { _ = try request.nullableString() }
        let acks = try request.int16()
        _ = try request.int32()
        let results = try request.topics { request in
            let partition = try request.int32()
            let records = try request.nullableBytes()
            try request.skipTags()
            return (partition: partition, records: records)
        }.map { topic in
            TopicEntry(
                topic: topic.topic,
                partitions: topic.partitions.map { partition, records in
                    (-1...1).contains(acks)
                        ? append(records, to: topic.topic, partition)
                        : ProduceResult(partition: partition, error: .invalidRequiredAcks)
                })
        }
        guard acks != 0 else {
            // Without an answer an error is reported by closing the connection, as Kafka does.
            let failed = results.contains { $0.partitions.contains { $0.error != .none } }
            if failed { throw MalformedRequest() }
            return reply.sendNothing()
        }
        reply.send { answer in
            answer.topics(results) { answer, _, result in result.write(to: &answer, version) }
            if version >= 1 { answer.int32(0) }
            answer.tags()
        }
    }

    private func append(
        _ records: UnsafeRawBufferPointer?, to name: String, _ partition: Int32
    ) -> ProduceResult {
        guard let topic = topics[name], let log = topic[partition] else {
            return ProduceResult(partition: partition, error: .unknownTopicOrPartition)
        }
        do {
            guard let records else { throw BatchHeader.Refusal.corrupt }
            guard records.count <= topic.maxBatch else { throw BatchHeader.Refusal.tooLarge }
            let offset = try log.append(records, BatchHeader(records))
            return ProduceResult(partition: partition, offset: offset, startOffset: log.startOffset)
        } catch let refusal as BatchHeader.Refusal {
            return ProduceResult(partition: partition, error: refusal.code)
        } catch {
            return ProduceResult(partition: partition, error: .corruptMessage)
        }
    }
}

/// The result for one partition.
private struct ProduceResult {
    let partition: Int32
    var error = ErrorCode.none
    var offset: Int64 = -1
    var startOffset: Int64 = -1

    func write(to answer: inout ResponseWriter, _ version: Int16) {
        answer.int32(partition)
        answer.error(error)
        answer.int64(offset)
        // No log append time: records keep their producer's time.
        if version >= 2 { answer.int64(-1) }
        if version >= 5 { answer.int64(startOffset) }
        if version >= 8 {
            answer.array([Int32]()) { $0.int32($1) }
            answer.string(nil)
        }
    }
}
