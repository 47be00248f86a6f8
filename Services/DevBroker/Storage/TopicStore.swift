/// A topic with the logs of its partitions.
final class StoredTopic {
    let name: String
    let partitions: [PartitionLog]
    /// Default of `max.message.bytes`, in bytes; `fmctl topics apply` sets the same for Kafka.
    private static let defaultMaxBatch = 8_000_000

    /// Settings of the CreateTopics request.
    ///
    /// Only `max.message.bytes` has an effect; DescribeConfigs returns all.
    let settings: [String: String]
    /// Maximum size of a batch, in bytes.
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

/// All topics, by name.
///
/// Topics are never deleted.
struct TopicStore {
    /// Maximum number of partitions of a topic, so that a typing error does not use up the memory.
    static let maxPartitions: Int32 = 10_000
    /// Maximum length of a name, as in Kafka.
    private static let maxNameLength = 249

    /// Capacity of each partition, in bytes.
    let partitionCapacity: Int
    private var topics: [String: StoredTopic] = [:]

    init(partitionCapacity: Int) {
        self.partitionCapacity = partitionCapacity
    }

    var all: [StoredTopic] { topics.values.sorted { $0.name < $1.name } }

    subscript(name: String) -> StoredTopic? { topics[name] }

    /// The log of a partition, nil if there is no such topic or partition.
    subscript(name: String, partition: Int32) -> PartitionLog? { topics[name]?[partition] }

    /// Checks whether a topic can be created.
    ///
    /// - Returns: `none` if it can.
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

    /// Creates a topic.
    ///
    /// - Returns: `none`, or the reason of a refusal.
    mutating func make(_ name: String, partitions: Int32, settings: [String: String] = [:]) -> ErrorCode {
        let problem = problem(with: name, partitions: partitions)
        if problem == .none {
            topics[name] = StoredTopic(
                name, partitions: Int(partitions), capacity: partitionCapacity, settings: settings)
        }
        return problem
    }
}
