import Kafka

/// Finds partitions whose records do not come although their logs have had them for a while.
struct StalledPartitions {
    private var before: [TopicPartition: Int64] = [:]

    /// Compares the consumer's positions with the logs; to be called at intervals.
    ///
    /// - Parameters:
    ///   - awaited: The positions of partitions of which nothing is buffered or being processed.
    ///   - starts: The first offset that retention has left in each partition's log, as reported by the broker.
    ///   - ends: The offset of the next record of each partition's log, as reported by the broker.
    /// - Returns: Partitions that stood at the same position at the last call, when their log had more already.
    mutating func note(
        awaited: [TopicPartition: Int64], starts: [TopicPartition: Int64], ends: [TopicPartition: Int64]
    ) -> [TopicPartition] {
        let behind = awaited.filter { place, position in
            guard starts[place] != nil, let end = ends[place] else { return false }
            return end > position
        }
        let stalled = behind.filter { place, position in before[place] == position }.keys
        before = behind
        return Array(stalled)
    }
}
