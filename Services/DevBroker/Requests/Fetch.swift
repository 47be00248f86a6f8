extension Broker {
    /// Maximum size of one answer in bytes, Kafka's default of fetch.max.bytes.
    private static let maxAnswer = 57_671_680
    /// Maximum wait, in milliseconds.
    private static let maxWait = 300_000

    /// Answers with records as soon as the minimum is available, at the latest after the client's maximum wait.
    func fetch(_ request: inout RequestReader, _ reply: Reply) throws {
        let fetch = try FetchRequest(&request, version: reply.version, topics)
        guard fetch.sessionID == 0 else { return answer(fetch, reply, error: .fetchSessionIDNotFound) }
        var logs: [PartitionLog] = []
        var found = 0, named = 0
        var isDue = fetch.maxWait <= 0
        let wanted = max(1, min(fetch.minBytes, Self.maxAnswer, fetch.maxBytes))
        for partition in fetch.topics.lazy.flatMap(\.partitions) {
            named += 1
            guard let log = partition.log, log.contains(partition.offset) else {
                isDue = true
                continue
            }
            logs.append(log)
            if found < wanted { found += log.size(from: partition.offset, upTo: wanted - found) }
        }
        guard !isDue, found < wanted, fetch.minBytes > 0 else { return answer(fetch, reply) }
        let wait = min(fetch.maxWait, reply.fetchPace.maxWait(partitions: named), Self.maxWait)
        let waiting = fetches.wait(for: wanted - found, in: logs, milliseconds: wait, timers) { [unowned self] in
            self.answer(fetch, reply)
        }
        // The fetch must not delay the client's next request.
        reply.whenInterrupted { waiting.end() }
    }

    private func answer(_ fetch: FetchRequest, _ reply: Reply, error: ErrorCode = .none) {
        let version = reply.version
        var rest = max(0, min(fetch.maxBytes, Self.maxAnswer))
        var isEmpty = true
        reply.send { answer in
            answer.int32(0)
            if version >= 7 {
                answer.error(error)
                // Session id 0: every request names all its partitions.
                answer.int32(0)
            }
            answer.topics(error == .none ? fetch.topics : []) { answer, _, partition in
                let log = partition.log
                let isInside = log?.contains(partition.offset) == true
                let limit = min(rest, Int(max(0, partition.maxBytes)))
                let batches =
                    isInside ? log?.read(from: partition.offset, limit: limit, always: isEmpty) ?? [] : []
                if !batches.isEmpty {
                    isEmpty = false
                    rest = max(0, rest - batches.reduce(0) { $0 + $1.count })
                }
                answer.int32(partition.index)
                answer.error(log == nil ? .unknownTopicOrPartition : isInside ? .none : .offsetOutOfRange)
                answer.int64(log?.endOffset ?? -1)
                answer.int64(log?.endOffset ?? -1)
                if version >= 5 { answer.int64(log?.startOffset ?? -1) }
                // No aborted transactions.
                answer.array([Int32]()) { $0.int32($1) }
                if version >= 11 { answer.int32(-1) }
                answer.records(batches)
            }
            answer.tags()
        }
        if !isEmpty { reply.fetchPace.noteRecords() }
    }
}

/// A parsed fetch request.
private struct FetchRequest {
    struct Partition {
        let index: Int32
        /// The partition's log; nil if there is no such partition.
        let log: PartitionLog?
        let offset: Int64
        let maxBytes: Int32
    }

    /// The client's maximum wait, in milliseconds.
    let maxWait: Int
    let minBytes: Int
    let maxBytes: Int
    private(set) var sessionID: Int32 = 0
    let topics: [TopicEntry<Partition>]

    init(_ request: inout RequestReader, version: Int16, _ stored: TopicStore) throws {
        _ = try request.int32()
        maxWait = Int(try request.int32())
        minBytes = Int(try request.int32())
        maxBytes = Int(try request.int32())
        _ = try request.int8()
        if version >= 7 {
            sessionID = try request.int32()
            _ = try request.int32()
        }
        topics = try request.array { request in
            let name = try request.string()
            let topic = stored[name]
            let partitions = try request.array { request in
                let index = try request.int32()
                if version >= 9 { _ = try request.int32() }
                let offset = try request.int64()
                if version >= 12 { _ = try request.int32() }
                if version >= 5 { _ = try request.int64() }
                let maxBytes = try request.int32()
                try request.skipTags()
                return Partition(index: index, log: topic?[index], offset: offset, maxBytes: maxBytes)
            }
            try request.skipTags()
            return TopicEntry(topic: name, partitions: partitions)
        }
        // The remaining fields (forgotten partitions of a session, the client's rack) are not used.
    }
}
