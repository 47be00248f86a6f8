import Kafka
import Testing

@testable import Messaging

@Suite("Readiness of a consumer")
struct SubscriptionCoverageTests {
    private let topics = ["a", "b", "c"]

    private func places(_ topics: [String], _ partitions: Range<Int32>) -> Set<TopicPartition> {
        Set(topics.flatMap { topic in partitions.map { TopicPartition(topic: topic, partition: $0) } })
    }

    private func coverage(_ existing: [String], isAssigned: Bool = true) -> SubscriptionCoverage {
        var coverage = SubscriptionCoverage(topics: topics)
        coverage.note(Dictionary(uniqueKeysWithValues: existing.map { ($0, 6) }))
        if isAssigned { coverage.assign() }
        return coverage
    }

    @Test("readiness: requires assigned partitions of every topic")
    func complete() {
        #expect(SubscriptionCoverage(topics: topics).problem(assignment: places(topics, 0..<6)) != nil)
        let unassigned = coverage(topics, isAssigned: false)
        #expect(unassigned.problem(assignment: []) == "no partitions assigned by the group yet")
        #expect(coverage(topics).problem(assignment: places(topics, 0..<6)) == nil)
        #expect(coverage(topics).problem(assignment: places(topics, 2..<4)) == nil)
    }

    @Test("readiness: missing topics are named")
    func missing() {
        #expect(coverage(["b"]).problem(assignment: places(["b"], 0..<6)) == "topics missing at the broker: a, c")
    }

    @Test("readiness: topics unknown to the group's leader are named")
    func leftOut() {
        #expect(coverage(topics).problem(assignment: places(["a"], 0..<6)) == "topics not assigned yet: b, c")
        let uneven = places(["a", "b"], 0..<3).union(places(["c"], 0..<2))
        #expect(coverage(topics).problem(assignment: uneven) == "topics not assigned yet: c")
    }

    @Test("readiness: without partitions, all topics must exist")
    func standby() {
        #expect(coverage(topics).problem(assignment: []) == nil)
        var early = coverage([])
        early.note(["a": 6, "b": 6, "c": 6])
        #expect(early.problem(assignment: []) != nil)
        early.assign()
        #expect(early.problem(assignment: []) == nil)
        early.revoke()
        #expect(early.problem(assignment: []) != nil)
    }

    @Test("readiness: a standby is ready 5 s after it knows all topics")
    func lateStandby() {
        let all: [String: Int32] = ["a": 6, "b": 6, "c": 6]
        let now = ContinuousClock.now
        for known in [[:], ["a": 6]] as [[String: Int32]] {
            var coverage = SubscriptionCoverage(topics: topics)
            if !known.isEmpty { coverage.note(known, at: now) }
            coverage.assign()
            coverage.note(all, at: now + .seconds(1))
            coverage.note(all, at: now + .seconds(2))
            #expect(coverage.problem(assignment: [], at: now + .seconds(5)) != nil)
            #expect(coverage.problem(assignment: [], at: now + .seconds(6)) == nil)
            coverage.note(known, at: now + .seconds(7))
            #expect(coverage.problem(assignment: [], at: now + .seconds(20)) != nil)
        }
    }

    @Test("readiness: requires partitions unless there are more copies")
    func noStandby() {
        #expect(coverage(topics).problem(assignment: []) == nil)
        let later = ContinuousClock.now + .seconds(60)
        let problem = coverage(topics).problem(assignment: [], copies: 6, at: later)
        #expect(problem == "no partitions assigned by the group yet")
        #expect(coverage(topics).problem(assignment: places(topics, 0..<6), copies: 6) == nil)
    }

    @Test("readiness: topics with equal partition counts need equal assignments")
    func counts() {
        var coverage = SubscriptionCoverage(topics: topics)
        coverage.note(["a": 6, "b": 6, "c": 2])
        coverage.assign()
        #expect(coverage.problem(assignment: places(["a", "b"], 3..<6).union(places(["c"], 1..<2))) == nil)
        #expect(coverage.problem(assignment: places(["a"], 3..<6).union(places(["c"], 1..<2))) != nil)
    }
}
