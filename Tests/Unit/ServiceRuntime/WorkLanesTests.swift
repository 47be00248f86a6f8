import Dispatch
import Foundation
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite("Work lanes")
struct WorkLanesTests {
    /// The niceness of the calling thread.
    private static func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    @Test("lanes: background work runs at lower priority and returns its result")
    func yields() async throws {
        let nice = WorkLanes(label: "nice", lanes: 2, capacity: 50, yields: true)
        let plain = WorkLanes(label: "plain", lanes: 2, capacity: 50)
        let usual = try await plain.run { Self.niceness() }
        let levels = try await withThrowingTaskGroup(of: Int32.self) { tasks in
            for _ in 0..<20 { tasks.addTask { try await nice.run { Self.niceness() } } }
            return try await tasks.reduce(into: Set<Int32>()) { $0.insert($1) }
        }
        // 19 is the maximum niceness of Linux.
        #expect(levels == [min(19, usual + WorkLanes.niceness)])
        #expect(try await plain.run { Self.niceness() } == usual)
    }

    /// A lane that is blocked until the other jobs wait; records the order in which they ran.
    private final class Queue: Sendable {
        private let lanes: WorkLanes
        private let gate = DispatchSemaphore(value: 0)
        private let isHeld = Mutex(false)
        private let ran = Mutex<[String]>([])
        private let denied = Mutex<[String]>([])

        init(capacity: Int) { lanes = WorkLanes(label: "fair", lanes: 1, capacity: capacity) }

        var served: [String] { ran.withLock(\.self) }
        var refused: [String] { denied.withLock(\.self) }

        /// Occupies the lane with a job of `busy` until jobs of these keys have arrived in this order.
        func run(_ keys: [String]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { [self] in try await lanes.run(for: "busy") { [self] in hold() } }
                try await eventually("the lane is taken") { isHeld.withLock(\.self) }
                for (index, key) in keys.enumerated() {
                    tasks.addTask { [self] in await run(key) }
                    try await eventually("it waits or is refused") { lanes.waiting + refused.count == index + 1 }
                }
                gate.signal()
                try await tasks.waitForAll()
            }
        }

        private func hold() {
            isHeld.withLock { $0 = true }
            gate.wait()
        }

        private func run(_ key: String) async {
            do {
                try await lanes.run(for: key) { [self] in ran.withLock { $0.append(key) } }
            } catch {
                denied.withLock { $0.append(key) }
            }
        }
    }

    @Test("lanes: a key with many jobs does not starve other keys")
    func turns() async throws {
        let queue = Queue(capacity: 50)
        try await queue.run(Array(repeating: "busy", count: 10) + ["first", "second", "first"])
        let served = queue.served
        #expect(served.prefix(4).filter { $0 != "busy" } == ["first", "second", "first"], "\(served)")
    }

    @Test("lanes: a full queue refuses the newest job of the busiest key")
    func full() async throws {
        let queue = Queue(capacity: 3)
        try await queue.run(["busy", "busy", "busy", "other"])
        #expect(queue.refused == ["busy"])
        #expect(queue.served == ["other", "busy", "busy"])
    }

    @Test("lanes: a refused job does not use its key's turn")
    func refusedIsFree() async throws {
        let queue = Queue(capacity: 3)
        try await queue.run(["other", "busy", "busy", "busy", "busy", "busy", "third", "other"])
        // Of the five jobs of `busy` the first one stays, which does not wait for a second turn.
        #expect(queue.refused == ["busy", "busy", "busy", "busy", "other"])
        #expect(queue.served == ["other", "third", "busy"])
    }

    @Test("lanes: a thread is named by the first 15 bytes of its lane's label")
    func name() async throws {
        let lanes = WorkLanes(label: "vision.text-reader", lanes: 1, capacity: 1)
        let name = try await lanes.run { try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) }
        #expect(name == "vision.text-rea\n")
    }
}
