import EventContracts

/// The comparison of the broker's topics with the event registry.
struct TopicCheck: Equatable, Encodable {
    enum State: String, Encodable {
        case present, missing, created
        /// The topic's settings differed and were changed.
        case altered
        /// The topic's number of partitions differs from the registry's, so the order of events per key would be lost.
        case wrongPartitions = "wrong-partitions"
        /// The topic is on the broker, with a name in the system's form, but not in the registry.
        case unknown
    }

    let topic: String
    let owner: String
    let readers: [String]
    /// The number of partitions in the registry.
    let partitions: Int32?
    /// The number of partitions on the broker.
    let found: Int32?
    let retentionDays: Int?
    var state: State
    /// Settings that differ from the required ones.
    var differences: [TopicSettings.Difference] = []
    /// The number of replicas of the partition with the fewest; nil if not queried.
    var replicas: Int32?
    /// The required number of replicas, if there are fewer.
    var wantedReplicas: Int32?

    /// Compares every topic of the registry with the broker's, and lists topics with similar names that are not in the
    /// registry.
    static func compare(_ topics: [Topic], with counts: [String: Int32]) -> [TopicCheck] {
        let known = topics.map { topic in
            let found = counts[topic.name]
            return TopicCheck(
                topic: topic.name, owner: topic.owner, readers: readers(of: topic), partitions: topic.partitions,
                found: found, retentionDays: topic.retentionDays,
                state: found == nil ? .missing : found == topic.partitions ? .present : .wrongPartitions)
        }
        let names = Set(topics.map(\.name)), owners = Set(topics.map(\.owner))
        let unknown = counts.filter { name, _ in
            !names.contains(name) && owners.contains(String(name.prefix { $0 != "." }))
        }
        return known
            + unknown.sorted { $0.key < $1.key }.map { name, count in
                TopicCheck(
                    topic: name, owner: "", readers: [], partitions: nil, found: count, retentionDays: nil,
                    state: .unknown)
            }
    }

    private static func readers(of topic: Topic) -> [String] {
        let readers = Set(EventRegistry.all.filter { $0.topic == topic }.flatMap(\.readers))
        return Topic.services.filter(readers.contains)
    }

    /// Whether an operator must act.
    var isProblem: Bool { state == .missing || state == .wrongPartitions || !differences.isEmpty }
}

/// Shows topics.
enum TopicTable {
    static func show(_ checks: [TopicCheck], on console: Console) {
        var table = Table("topic", "written by", "read by", .number("partitions"), .number("days"), "state")
        for check in checks {
            table.add(
                .init(check.topic), .init(check.owner), .init(check.readers.joined(separator: ", ")),
                .init(partitions(of: check)), .init(check.retentionDays.map(String.init) ?? ""),
                .init(check.state.rawValue, style(of: check)))
        }
        console.table(table)
    }

    private static func partitions(of check: TopicCheck) -> String {
        let found = check.found.map(String.init) ?? "–"
        guard let wanted = check.partitions, wanted != check.found else { return found }
        return "\(found) of \(wanted)"
    }

    private static func style(of check: TopicCheck) -> Paint.Style? {
        switch check.state {
        case .present, .created, .altered: .green
        case .missing, .wrongPartitions: .red
        case .unknown: .dim
        }
    }
}
