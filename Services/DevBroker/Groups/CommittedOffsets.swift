/// Where a group stands, as its members committed it.
struct CommittedOffsets {
    /// The most bytes of what a client may note beside an offset, as in Kafka.
    static let maxMetadata = 4_096

    struct Position {
        let offset: Int64
        let leaderEpoch: Int32
        let metadata: String
    }

    private var positions: [String: [Int32: Position]] = [:]

    var isEmpty: Bool { positions.isEmpty }

    /// Every topic and partition with a position.
    var all: [(topic: String, partitions: [Int32])] {
        positions.keys.sorted().map { ($0, positions[$0, default: [:]].keys.sorted()) }
    }

    subscript(topic: String, partition: Int32) -> Position? {
        get { positions[topic]?[partition] }
        set { positions[topic, default: [:]][partition] = newValue }
    }
}
