import Foundation
import ServiceRuntime
import Testing

@Suite("Lanes for heavy work")
struct WorkLanesTests {
    /// The niceness of the thread that asks.
    private static func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    @Test("work that gives way runs nicer than the rest, which stays as it was; its answers come back all the same")
    func givesWay() async throws {
        let nice = WorkLanes(label: "nice", lanes: 2, capacity: 50, givesWay: true)
        let plain = WorkLanes(label: "plain", lanes: 2, capacity: 50)
        let usual = try await plain.run { Self.niceness() }
        let levels = try await withThrowingTaskGroup(of: Int32.self) { tasks in
            for _ in 0..<20 { tasks.addTask { try await nice.run { Self.niceness() } } }
            return try await tasks.reduce(into: Set<Int32>()) { $0.insert($1) }
        }
        // 19 is as nice as Linux goes.
        #expect(levels == [min(19, usual + WorkLanes.niceness)])
        #expect(try await plain.run { Self.niceness() } == usual)
    }

    @Test("the kernel knows a lane's thread by the first fifteen bytes of its label")
    func name() async throws {
        let lanes = WorkLanes(label: "vision.text-reader", lanes: 1, capacity: 1)
        let name = try await lanes.run { try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) }
        #expect(name == "vision.text-rea\n")
    }
}
