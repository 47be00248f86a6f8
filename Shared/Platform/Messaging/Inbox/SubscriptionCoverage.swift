import Kafka

/// Whether a consumer has its part of every topic that it subscribed to.
///
/// The group's leader distributes the topics that it knows. One that started before the topics existed, or whose
/// metadata is old, leaves some out, and no member is notified. Every member subscribes to the same topics and
/// partitions are assigned by range, which gives a member the same partition numbers of every topic with as many
/// partitions: a topic of which it has others was left out.
struct SubscriptionCoverage: Sendable {
    /// How long the group may take to distribute topics that came after an assignment; members ask for topics several
    /// times a second while some are missing.
    private static let distributionLimit = Duration.seconds(5)

    private let topics: [String]
    /// Partitions of the subscribed topics that exist; nil before a broker has answered.
    private var counts: [String: Int32]?
    /// False before the first assignment and while the group distributes anew.
    private var isAssigned = false
    /// All topics existed when the assignment was made, as far as this member knew.
    private var isAssignmentOfAll = false
    /// Since when this member knows that all topics exist.
    private var allExistSince: ContinuousClock.Instant?

    init(topics: [String]) {
        self.topics = topics
    }

    /// Notes the topics that exist.
    mutating func note(_ existing: [String: Int32], at now: ContinuousClock.Instant = .now) {
        counts = existing.filter { topics.contains($0.key) && $0.value > 0 }
        allExistSince = missing.isEmpty ? allExistSince ?? now : nil
    }

    /// Notes an assignment, which may be empty: with more copies than partitions some have none.
    mutating func assign() {
        isAssigned = true
        isAssignmentOfAll = missing.isEmpty
    }

    /// Notes that the group takes the assignment back.
    mutating func revoke() { isAssigned = false }

    /// Subscribed topics that no broker has.
    var missing: [String] { topics.filter { counts?[$0] == nil } }

    /// What is wrong, or nil if the consumer has its part of every topic.
    func problem(assignment: Set<TopicPartition>, at now: ContinuousClock.Instant = .now) -> String? {
        guard let counts else { return "no broker has named its topics yet" }
        guard missing.isEmpty else { return "topics missing at the broker: \(missing.joined(separator: ", "))" }
        guard isAssigned else { return "no partitions assigned by the group yet" }
        let leftOut = topicsLeftOut(of: assignment, counts)
        guard leftOut.isEmpty else { return "topics not assigned yet: \(leftOut.joined(separator: ", "))" }
        // This member may have heard of the topics later than the group's leader: an empty assignment that stays is
        // meant.
        let isLasting = allExistSince.map { now - $0 >= Self.distributionLimit } ?? false
        return assignment.isEmpty && !isAssignmentOfAll && !isLasting ? "no partitions assigned by the group yet" : nil
    }

    private func topicsLeftOut(of assignment: Set<TopicPartition>, _ counts: [String: Int32]) -> [String] {
        var numbers: [String: Set<Int32>] = [:], expected: [Int32: Set<Int32>] = [:]
        for place in assignment { numbers[place.topic, default: []].insert(place.partition) }
        for (topic, count) in counts { expected[count, default: []].formUnion(numbers[topic] ?? []) }
        return topics.filter { topic in counts[topic].map { numbers[topic] ?? [] != expected[$0] } ?? false }
    }
}
