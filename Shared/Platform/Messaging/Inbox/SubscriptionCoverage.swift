import Kafka

/// Whether a consumer has its part of every topic that it subscribed to.
///
/// The group's leader distributes the topics that it knows. A leader that started before the topics existed, or whose
/// metadata is old, leaves some out, and no member is notified. Every member subscribes to the same topics and
/// partitions are assigned by range, which gives a member the same partition numbers of every topic with as many
/// partitions: a topic of which the member has other numbers was left out.
struct SubscriptionCoverage: Sendable {
    /// Time for the group to distribute topics created after an assignment; members query topics several times a second
    /// while some are missing.
    private static let distributionLimit = Duration.seconds(5)

    private let topics: [String]
    /// Partition counts of the existing subscribed topics; nil before a broker has answered.
    private var counts: [String: Int32]?
    /// False before the first assignment and during a rebalance.
    private(set) var isAssigned = false
    /// Whether all topics existed at the assignment, as far as this member knew.
    private var isAssignmentOfAll = false
    /// When this member learned that all topics exist.
    private var allExistSince: ContinuousClock.Instant?

    init(topics: [String]) {
        self.topics = topics
    }

    /// Records the existing topics.
    mutating func note(_ existing: [String: Int32], at now: ContinuousClock.Instant = .now) {
        counts = existing.filter { topics.contains($0.key) && $0.value > 0 }
        allExistSince = missing.isEmpty ? allExistSince ?? now : nil
    }

    /// Records an assignment, which may be empty: with more instances than partitions some have none.
    mutating func assign() {
        isAssigned = true
        isAssignmentOfAll = missing.isEmpty
    }

    /// Records that the group revoked the assignment.
    mutating func revoke() { isAssigned = false }

    /// Subscribed topics that do not exist.
    var missing: [String] { topics.filter { counts?[$0] == nil } }

    /// Compares the assignment with the topics.
    ///
    /// - Parameters:
    ///   - assignment: The assigned partitions.
    ///   - copies: Number of members; with more members than partitions, some have none.
    ///   - now: The time.
    /// - Returns: The problem, or nil if the consumer has its part of every topic.
    func problem(
        assignment: Set<TopicPartition>, copies: Int = .max, at now: ContinuousClock.Instant = .now
    ) -> String? {
        guard let counts else { return "no broker has named its topics yet" }
        guard missing.isEmpty else { return "topics missing at the broker: \(missing.joined(separator: ", "))" }
        guard isAssigned else { return "no partitions assigned by the group yet" }
        let leftOut = topicsLeftOut(of: assignment, counts)
        guard leftOut.isEmpty else { return "topics not assigned yet: \(leftOut.joined(separator: ", "))" }
        // The group's leader may have known the topics earlier than this member, so an empty assignment that stays is
        // intended.
        let isLasting = allExistSince.map { now - $0 >= Self.distributionLimit } ?? false
        let isIntended = copies > Int(counts.values.max() ?? 0) && (isAssignmentOfAll || isLasting)
        return assignment.isEmpty && !isIntended ? "no partitions assigned by the group yet" : nil
    }

    private func topicsLeftOut(of assignment: Set<TopicPartition>, _ counts: [String: Int32]) -> [String] {
        var numbers: [String: Set<Int32>] = [:], expected: [Int32: Set<Int32>] = [:]
        for place in assignment { numbers[place.topic, default: []].insert(place.partition) }
        for (topic, count) in counts { expected[count, default: []].formUnion(numbers[topic] ?? []) }
        return topics.filter { topic in counts[topic].map { numbers[topic] ?? [] != expected[$0] } ?? false }
    }
}
