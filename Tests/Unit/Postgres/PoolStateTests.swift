import Testing

@testable import Postgres

/// The pool's decisions, without a server.
@Suite struct PoolStateTests {
    private typealias State = PoolState<String, String>

    private let late = ContinuousClock.now + .seconds(60)

    private func kind(_ acquisition: State.Acquisition) -> String {
        switch acquisition {
        case .lend(let resource): "lend \(resource)"
        case .connect: "connect"
        case .wait: "wait"
        case .refuse: "refuse"
        case .closed: "closed"
        }
    }

    @Test func connectsUpToItsSizeThenQueuesUpToItsLimit() {
        var state = State(size: 2, waitingLimit: 1)
        #expect(kind(state.acquire()) == "connect")
        #expect(kind(state.acquire()) == "connect")
        #expect(kind(state.acquire()) == "wait")
        _ = state.enqueue("first", until: late)
        #expect(kind(state.acquire()) == "refuse")
        #expect(state.slots == 2)
    }

    @Test func servesWaitersInTheirOrder() {
        var state = State(size: 1, waitingLimit: 10)
        _ = state.acquire()
        for name in ["first", "second", "third"] { _ = state.enqueue(name, until: late) }
        guard case .grant("first", .lend("a")) = state.release("a") else {
            Issue.record("the first waiter comes first")
            return
        }
        #expect(state.slotFreed()?.0 == "second", "a lost connection's slot goes to the next")
        guard case .grant("third", .lend("b")) = state.release("b") else {
            Issue.record("the third waiter comes third")
            return
        }
        guard case .parked = state.release("b") else {
            Issue.record("nobody waits")
            return
        }
        #expect(state.idle == ["b"])
        #expect(state.slotFreed() == nil)
        #expect(state.slots == 0)
    }

    @Test func takesWaitersOutWhoseTimeIsUp() {
        var state = State(size: 1, waitingLimit: 10)
        _ = state.acquire()
        let now = ContinuousClock.now
        let id = state.enqueue("withdrawn", until: now)
        _ = state.enqueue("late", until: now + .seconds(9))
        _ = state.enqueue("early", until: now)
        #expect(state.withdraw(id) == "withdrawn")
        #expect(state.withdraw(id) == nil)
        #expect(state.nextDeadline == now)
        #expect(state.expire(at: now) == ["early"])
        #expect(state.waiting == 1)
        #expect(state.nextDeadline == now + .seconds(9))
    }

    @Test func closesWhatComesBackAfterTheEnd() {
        var state = State(size: 3, waitingLimit: 10)
        for _ in 0..<3 { _ = state.acquire() }
        _ = state.release("idle")
        _ = state.enqueue("waiter", until: late)
        let (idle, waiters) = state.close()
        #expect(idle == ["idle"])
        #expect(waiters == ["waiter"])
        #expect(kind(state.acquire()) == "closed")
        guard case .close = state.release("lent") else {
            Issue.record("a closed pool keeps nothing")
            return
        }
        #expect(state.slotFreed() == nil)
        #expect(state.slots == 0)
    }
}
