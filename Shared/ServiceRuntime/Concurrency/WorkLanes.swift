import Foundation
import Synchronization
import Threads

/// Runs heavy, blocking work outside the cooperative pool: a few jobs at a time, a bounded number waiting.
package final class WorkLanes: Sendable {
    /// Every lane is taken and the queue is full.
    package struct Full: Error {}

    /// Work, which gives how its caller is told.
    private typealias Job = @Sendable () -> @Sendable () -> Void

    private struct State {
        var waiting: [Job] = []
        var running = 0
    }

    private let state = Mutex(State())
    private let label: String
    private let lanes: Int
    private let capacity: Int
    private let givesWay: Bool

    /// How much nicer than the process lanes are that give way: about a third of a processor's time beside one other
    /// thread that wants all of it, all of it beside none.
    package static let niceness: Int32 = 5

    /// Lanes for at most `lanes` jobs at once, with at most `capacity` waiting.
    ///
    /// Lanes that give way let the process's other threads go first when the processors are busy.
    package init(label: String, lanes: Int, capacity: Int, givesWay: Bool = false) {
        self.givesWay = givesWay
        self.label = label
        self.lanes = lanes
        self.capacity = capacity
    }

    /// How many jobs wait.
    package var waiting: Int { state.withLock(\.waiting.count) }

    /// Whether further jobs would be refused at this moment.
    package var isFull: Bool { state.withLock { $0.running >= lanes && $0.waiting.count >= capacity } }

    /// Runs `work` when a lane is free, in the order of the calls.
    ///
    /// - Throws: `Full` at once when too many wait.
    package func run<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async throws(Full) -> Output {
        let output: Output? = await withCheckedContinuation { continuation in
            let isAccepted = submit {
                let output = work()
                return { continuation.resume(returning: output) }
            }
            if !isAccepted { continuation.resume(returning: nil) }
        }
        guard let output else { throw Full() }
        return output
    }

    private func submit(_ job: @escaping Job) -> Bool {
        let decision: (isAccepted: Bool, opensLane: Bool) = state.withLock { state in
            if state.running < lanes {
                state.running += 1
                return (true, true)
            }
            guard state.waiting.count < capacity else { return (false, false) }
            state.waiting.append(job)
            return (true, false)
        }
        if decision.opensLane { open(with: job) }
        return decision.isAccepted
    }

    private func open(with job: @escaping Job) {
        // A thread of its own: on those of Dispatch, of which there are as many as processors, Swift's tasks run too, and would
        // wait behind calls that block. One that has become nicer stays so.
        NamedThread.start(label) { [givesWay] in
            if givesWay {
                // Linux keeps it for each thread; one that stays as it was works all the same.
                _ = setpriority(
                    __priority_which_t(PRIO_PROCESS.rawValue), 0,
                    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + Self.niceness)
            }
            self.drain(job)
        }
    }

    private func drain(_ first: @escaping Job) {
        var next: Job? = first
        while let job = next {
            let answer = job()
            // The lane is free before the caller knows, who may come again at once.
            next = nextJob()
            answer()
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
