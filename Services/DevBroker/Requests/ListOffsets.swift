extension Broker {
    /// Special timestamps.
    private enum Place {
        static let latest: Int64 = -1
        static let earliest: Int64 = -2
        static let newest: Int64 = -3
    }

    /// Returns the start or the end of logs, or the first record at or after a time.
    func listOffsets(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        _ = try request.int32()
        if version >= 2 { _ = try request.int8() }
        let wanted = try request.topics { request in
            let partition = try request.int32()
            if version >= 4 { _ = try request.int32() }
            let time = try request.int64()
            try request.skipTags()
            return (partition: partition, time: time)
        }
        reply.send { answer in
            if version >= 2 { answer.int32(0) }
            answer.topics(wanted) { answer, topic, entry in
                let log = topics[topic, entry.partition]
                let found = log.flatMap { position(of: entry.time, in: $0) }
                answer.int32(entry.partition)
                answer.error(log == nil ? .unknownTopicOrPartition : .none)
                answer.int64(found?.timestamp ?? -1)
                answer.int64(found?.offset ?? -1)
                if version >= 4 { answer.int32(-1) }
            }
            answer.tags()
        }
    }

    private func position(of time: Int64, in log: PartitionLog) -> (offset: Int64, timestamp: Int64)? {
        switch time {
        case Place.latest: (log.endOffset, -1)
        case Place.earliest: (log.startOffset, -1)
        case Place.newest: log.newest
        default: log.first(notBefore: time)
        }
    }
}
