extension Broker {
    /// A topic to create.
    private struct NewTopic {
        let name: String
        let partitions: Int32
        let replication: Int16
        let settings: [String: String]
    }

    /// Creates topics.
    func createTopics(_ request: inout RequestReader, _ reply: Reply) throws {
        let wanted = try request.array { request in
            let name = try request.string()
            let partitions = try request.int32()
            let replication = try request.int16()
            let assigned = try request.array { request in
                _ = try request.int32()
                return try request.array { try $0.int32() }
            }
            let settings = try request.array { (try $0.string(), try $0.nullableString() ?? "") }
            return NewTopic(
                name: name, partitions: assigned.isEmpty ? (partitions == -1 ? 1 : partitions) : Int32(assigned.count),
                replication: assigned.isEmpty ? replication : 1, settings: Dictionary(settings) { $1 })
        }
        _ = try request.int32()
        let isTrial = reply.version >= 1 ? try request.bool() : false
        let results = wanted.map { (name: $0.name, error: make($0, isTrial: isTrial)) }
        reply.send { answer in
            if reply.version >= 2 { answer.int32(0) }
            answer.array(results) { answer, result in
                answer.string(result.name)
                answer.error(result.error)
                if reply.version >= 1 { answer.string(nil) }
            }
        }
    }

    private func make(_ topic: NewTopic, isTrial: Bool) -> ErrorCode {
        guard topic.replication == 1 || topic.replication == -1 else { return .invalidReplicationFactor }
        guard isTrial else { return topics.make(topic.name, partitions: topic.partitions, settings: topic.settings) }
        return topics.problem(with: topic.name, partitions: topic.partitions)
    }

    /// Drops the records below an offset; -1 drops all.
    func deleteRecords(_ request: inout RequestReader, _ reply: Reply) throws {
        let wanted = try request.topics { (partition: try $0.int32(), offset: try $0.int64()) }
        reply.send { answer in
            answer.int32(0)
            answer.topics(wanted) { answer, topic, entry in
                let log = topics[topic, entry.partition]
                let offset = entry.offset == -1 ? log?.endOffset ?? -1 : entry.offset
                let isInside = log.map { (0...$0.endOffset).contains(offset) } == true
                if isInside { log?.truncate(before: offset) }
                answer.int32(entry.partition)
                answer.int64(isInside ? log?.startOffset ?? -1 : -1)
                answer.error(log == nil ? .unknownTopicOrPartition : isInside ? .none : .offsetOutOfRange)
            }
        }
    }
}
