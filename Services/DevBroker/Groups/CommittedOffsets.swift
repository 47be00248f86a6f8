/// The committed offsets of a group.
struct CommittedOffsets {
    /// Maximum size of a commit's metadata in bytes, as in Kafka.
    static let maxMetadata = 4_096

    struct Position {
        let offset: Int64
        let leaderEpoch: Int32
        let metadata: String
    }

    private var positions: [String: [Int32: Position]] = [:]

    var isEmpty: Bool { positions.isEmpty }

    /// All topics and partitions with a committed offset.
    var all: [(topic: String, partitions: [Int32])] {
        positions.keys.sorted().map { ($0, positions[$0, default: [:]].keys.sorted()) }
    }

    subscript(topic: String, partition: Int32) -> Position? {
        get { positions[topic]?[partition] }
        set { positions[topic, default: [:]][partition] = newValue }
    }
}
