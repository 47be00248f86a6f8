extension Broker {
    /// Stores the committed offsets of a group.
    func offsetCommit(_ request: inout RequestReader, _ reply: Reply) throws {
        typealias Position = CommittedOffsets.Position
        let version = reply.version
        let groupID = try request.string()
        let generation = try request.int32()
        let identity = MemberIdentity(
            memberID: try request.string(), instanceID: version >= 7 ? try request.nullableString() : nil)
        if version <= 4 { _ = try request.int64() }
        let commits = try request.topics { request in
            let partition = try request.int32()
            let offset = try request.int64()
            let leaderEpoch = version >= 6 ? try request.int32() : -1
            let metadata = try request.nullableString() ?? ""
            try request.skipTags()
            let position = Position(offset: offset, leaderEpoch: leaderEpoch, metadata: metadata)
            return (partition: partition, position: position)
        }
        var refusal = ErrorCode.none
        var group: ConsumerGroup?
        do {
            group = try groups.groupToCommit(groupID, identity, generation: generation)
        } catch {
            refusal = error.code
        }
        reply.send { answer in
            if version >= 3 { answer.int32(0) }
            answer.topics(commits) { answer, topic, commit in
                var error = refusal
                if topics[topic, commit.partition] == nil {
                    error = .unknownTopicOrPartition
                } else if commit.position.metadata.utf8.count > CommittedOffsets.maxMetadata {
                    error = .offsetMetadataTooLarge
                } else if error == .none {
                    group?.offsets[topic, commit.partition] = commit.position
                }
                answer.int32(commit.partition)
                answer.error(error)
            }
            answer.tags()
        }
    }

    /// Returns the committed offsets of a group; -1 for partitions without one.
    func offsetFetch(_ request: inout RequestReader, _ reply: Reply) throws {
        let version = reply.version
        let offsets = groups[try request.string()]?.offsets ?? CommittedOffsets()
        let wanted = try request.nullableTopics { try $0.int32() }
        reply.send { answer in
            if version >= 3 { answer.int32(0) }
            let entries = wanted ?? offsets.all.map { TopicEntry(topic: $0.topic, partitions: $0.partitions) }
            answer.array(entries) { answer, entry in
                answer.string(entry.topic)
                answer.array(entry.partitions) { answer, partition in
                    let position = offsets[entry.topic, partition]
                    answer.int32(partition)
                    answer.int64(position?.offset ?? -1)
                    if version >= 5 { answer.int32(position?.leaderEpoch ?? -1) }
                    answer.string(position?.metadata ?? "")
                    answer.error(.none)
                    answer.tags()
                }
                answer.tags()
            }
            if version >= 2 { answer.error(.none) }
            answer.tags()
        }
    }
}
