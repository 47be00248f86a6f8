extension Broker {
    /// Authorized operations are unknown: there are no users.
    static let unknownOperations = Int32.min

    /// Describes the broker and the topics.
    ///
    /// Unknown topics are an error and are never created.
    func metadata(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        var names = try request.nullableArray { request in
            let name = try request.string()
            try request.skipTags()
            return name
        }
        // Version 0 has no null; an empty array stands for all topics.
        if version == 0, names?.isEmpty == true { names = nil }
        // Each topic once, so that the size of the answer is bounded by what exists.
        var seen: Set<String> = []
        names = names?.filter { seen.insert($0).inserted }
        let found: [(name: String, topic: StoredTopic?)] =
            if let names { names.map { ($0, topics[$0]) } } else { topics.all.map { ($0.name, $0) } }
        reply.send { answer in
            if version >= 3 { answer.int32(0) }
            answer.array([port]) { answer, port in
                answer.int32(Self.nodeID)
                answer.string(host)
                answer.int32(port)
                if version >= 1 { answer.string(nil) }
                answer.tags()
            }
            if version >= 2 { answer.string(clusterID) }
            if version >= 1 { answer.int32(Self.nodeID) }
            answer.array(found) { answer, entry in
                answer.error(entry.topic == nil ? .unknownTopicOrPartition : .none)
                answer.string(entry.name)
                if version >= 1 { answer.bool(false) }
                answer.array(entry.topic?.partitions.indices ?? 0..<0) { answer, index in
                    Self.describe(partition: index, to: &answer, version)
                }
                if version >= 8 { answer.int32(Self.unknownOperations) }
                answer.tags()
            }
            if version >= 8 { answer.int32(Self.unknownOperations) }
            answer.tags()
        }
    }

    private static func describe(partition: Int, to answer: inout ResponseWriter, _ version: Int16) {
        answer.error(.none)
        answer.int32(Int32(partition))
        answer.int32(nodeID)
        // No leader epoch, as the leader never changes.
        if version >= 7 { answer.int32(-1) }
        for _ in ["replicas", "in sync"] { answer.array([nodeID]) { $0.int32($1) } }
        if version >= 5 { answer.array([Int32]()) { $0.int32($1) } }
        answer.tags()
    }

    /// Names the coordinator of a group: the only broker.
    func findCoordinator(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        _ = try request.string()
        let isForGroup = version >= 1 ? try request.int8() == 0 : true
        reply.send { answer in
            if version >= 1 { answer.int32(0) }
            answer.error(isForGroup ? .none : .invalidRequest)
            if version >= 1 { answer.string(isForGroup ? nil : "there are no transactions") }
            answer.int32(isForGroup ? Self.nodeID : -1)
            answer.string(isForGroup ? host : "")
            answer.int32(isForGroup ? port : -1)
            answer.tags()
        }
    }
}
