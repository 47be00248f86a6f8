/// The entries of a topic, one for each partition.
struct TopicEntry<Entry> {
    let topic: String
    let partitions: [Entry]
}

extension RequestReader {
    /// Reads an array of topics with arrays of partitions, as most requests have.
    mutating func topics<Entry>(
        _ partition: (inout RequestReader) throws -> Entry
    ) throws -> [TopicEntry<Entry>] {
        try nullableTopics(partition) ?? []
    }

    mutating func nullableTopics<Entry>(
        _ partition: (inout RequestReader) throws -> Entry
    ) throws -> [TopicEntry<Entry>]? {
        try nullableArray { reader in
            let name = try reader.string()
            let partitions = try reader.array(partition)
            try reader.skipTags()
            return TopicEntry(topic: name, partitions: partitions)
        }
    }
}

extension ResponseWriter {
    /// Writes an array of topics with arrays of partitions.
    mutating func topics<Entry>(
        _ topics: [TopicEntry<Entry>], _ partition: (inout ResponseWriter, _ topic: String, Entry) -> Void
    ) {
        array(topics) { answer, topic in
            answer.string(topic.topic)
            answer.array(topic.partitions) { answer, entry in
                partition(&answer, topic.topic, entry)
                answer.tags()
            }
            answer.tags()
        }
    }
}
