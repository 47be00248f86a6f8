import TestSupport
import Testing

@Suite("dev broker: static members") struct StaticMemberTests {
    private static let group = "group"
    private static let fenced: Int16 = 82

    @Test("restart: a member keeps its partitions and generation")
    func restart() async throws {
        try await TestBroker.with { broker in
            let before = try RawClient(broker.brokers)
            let first = try before.join(Self.group, instanceID: "a")
            let assigned = try before.sync(
                Self.group, first.generation, first.memberID, instanceID: "a", assigning: [first.memberID])
            #expect(first.error == 0 && assigned == (0, [42]))
            let after = try RawClient(broker.brokers)
            let second = try after.join(Self.group, instanceID: "a")
            #expect(second.error == 0 && second.generation == first.generation)
            #expect(second.memberID != first.memberID)
            #expect(try after.sync(Self.group, second.generation, second.memberID, instanceID: "a") == (0, [42]))
            #expect(try after.heartbeat(Self.group, second.generation, second.memberID, instanceID: "a") == 0)
        }
    }

    @Test("same instance id: the older member is fenced")
    func fences() async throws {
        try await TestBroker.with { broker in
            let older = try RawClient(broker.brokers)
            let first = try older.join(Self.group, instanceID: "a")
            _ = try older.sync(
                Self.group, first.generation, first.memberID, instanceID: "a", assigning: [first.memberID])
            #expect(try older.heartbeat(Self.group, first.generation, first.memberID, instanceID: "a") == 0)
            let newer = try RawClient(broker.brokers)
            #expect(try newer.join(Self.group, instanceID: "a").error == 0)
            let error = try older.heartbeat(Self.group, first.generation, first.memberID, instanceID: "a")
            #expect(error == Self.fenced)
            #expect(try older.join(Self.group, instanceID: "a", memberID: first.memberID).error == Self.fenced)
        }
    }
}
