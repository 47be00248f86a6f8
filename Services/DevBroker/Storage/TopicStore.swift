/// A topic with the logs of its partitions.
final class StoredTopic {
    let name: String
    let partitions: [PartitionLog]
    /// The largest batch of any topic whose maker set none, in bytes: what `fmctl topics apply` sets for Kafka.
    private static let defaultMaxBatch = 8_000_000

    /// What its maker set; all but `max.message.bytes` is shown and not acted upon.
    let settings: [String: String]
    /// The largest batch, in bytes.
    let maxBatch: Int

    init(_ name: String, partitions: Int, capacity: Int, settings: [String: String]) {
        self.name = name
        self.partitions = (0..<partitions).map { _ in PartitionLog(capacity: capacity) }
        self.settings = settings
        maxBatch = settings["max.message.bytes"].flatMap { Int($0) } ?? Self.defaultMaxBatch
    }

    /// The log of a partition, nil if there is no such partition.
    subscript(partition: Int32) -> PartitionLog? {
        partitions.indices.contains(Int(partition)) ? partitions[Int(partition)] : nil
    }
}

/// All topics; they are made by name and never deleted.
struct TopicStore {
    /// The most partitions of one topic: a mistyped number does not take all memory.
    static let maxPartitions: Int32 = 10_000
    /// The longest name, and what it may consist of, as in Kafka.
    private static let maxNameLength = 249

    /// Bytes that each partition keeps.
    let partitionCapacity: Int
    private var topics: [String: StoredTopic] = [:]

    init(partitionCapacity: Int) {
        self.partitionCapacity = partitionCapacity
    }

    var all: [StoredTopic] { topics.values.sorted { $0.name < $1.name } }

    subscript(name: String) -> StoredTopic? { topics[name] }

    /// The log of a partition, nil if there is no such topic or partition.
    subscript(name: String, partition: Int32) -> PartitionLog? { topics[name]?[partition] }

    /// Why a topic with this name and so many partitions cannot be made; `none` if it can.
    func problem(with name: String, partitions: Int32) -> ErrorCode {
        let isValid = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isValid, (1...Self.maxNameLength).contains(name.utf8.count), name != ".", name != ".." else {
            return .invalidTopic
        }
        guard topics[name] == nil else { return .topicAlreadyExists }
        return (1...Self.maxPartitions).contains(partitions) ? .none : .invalidPartitions
    }

    /// Makes a topic, unless there is a problem with it.
    ///
    /// - Returns: The problem, or `none`.
    mutating func make(_ name: String, partitions: Int32, settings: [String: String] = [:]) -> ErrorCode {
        let problem = problem(with: name, partitions: partitions)
        if problem == .none {
            topics[name] = StoredTopic(
                name, partitions: Int(partitions), capacity: partitionCapacity, settings: settings)
        }
        return problem
    }
}
