import Foundation
import Synchronization
import Threads

/// Runs heavy, blocking work outside the cooperative pool, with a limit on running and on waiting jobs.
///
/// Keys, such as accounts, share the lanes fairly (start-time fair queueing): a key's further jobs wait behind the
/// first jobs of all other keys. Jobs of the same key, and those without one, run in call order.
package final class WorkLanes: Sendable {
    /// All lanes are busy, and the queue is full of jobs with precedence.
    package struct Full: Error {}

    /// A job; returns the function that passes its result to the caller.
    private typealias Job = @Sendable () -> @Sendable () -> Void

    private struct Waiting {
        let key: String
        /// The number of the job among its key's jobs.
        let turn: Int
        let job: Job
        let refuse: @Sendable () -> Void
    }

    private struct State {
        /// Waiting jobs in call order.
        var waiting: [Waiting] = []
        var running = 0
        /// The turn of the newest job that has begun.
        var turn = 0
        /// The last turn that each key has taken or waits for; keys that are due now are left out.
        var lastTurns: [String: Int] = [:]

        mutating func nextTurn(of key: String) -> Int {
            let next = max(turn, lastTurns[key].map { $0 + 1 } ?? 0)
            lastTurns[key] = next
            return next
        }

        /// Gives back the turn of a job that is refused.
        mutating func refuse(_ job: Waiting) { lastTurns[job.key] = job.turn - 1 }

        /// Removes a waiting job and marks it as begun.
        mutating func begin(at index: Int) -> Waiting {
            let job = waiting.remove(at: index)
            if job.turn > turn {
                turn = job.turn
                lastTurns = lastTurns.filter { $0.value >= turn }
            }
            return job
        }
    }

    private let state = Mutex(State())
    private let label: String
    private let lanes: Int
    private let capacity: Int
    private let yields: Bool

    /// Nice value of yielding lanes, relative to the process.
    ///
    /// They get about a third of a processor beside one other busy thread, and all of it otherwise.
    package static let niceness: Int32 = 5

    /// At most `lanes` jobs run concurrently and `capacity` wait.
    ///
    /// With `yields`, other threads of the process take precedence when the processors are busy.
    package init(label: String, lanes: Int, capacity: Int, yields: Bool = false) {
        self.yields = yields
        self.label = label
        self.lanes = lanes
        self.capacity = capacity
    }

    /// Number of waiting jobs.
    package var waiting: Int { state.withLock(\.waiting.count) }

    /// Whether further jobs would be refused now.
    package var isFull: Bool { state.withLock { $0.running >= lanes && $0.waiting.count >= capacity } }

    /// Runs `work` when a lane is free and its turn has come.
    ///
    /// - Parameters:
    ///   - key: The owner of the work, for fair sharing.
    ///   - work: Blocks its thread while it runs.
    /// - Returns: The result of the work.
    /// - Throws: `Full` if too many jobs wait: at once, or later when a job with precedence arrives.
    package func run<Output: Sendable>(
        for key: String = "", _ work: @escaping @Sendable () -> Output
    ) async throws(Full) -> Output {
        let output: Output? = await withCheckedContinuation { continuation in
            submit(
                for: key,
                {
                    let output = work()
                    return { continuation.resume(returning: output) }
                }, refuse: { continuation.resume(returning: nil) })
        }
        guard let output else { throw Full() }
        return output
    }

    private func submit(for key: String, _ job: @escaping Job, refuse: @escaping @Sendable () -> Void) {
        let (opensLane, refused): (Bool, (@Sendable () -> Void)?) = state.withLock { state in
            let newest = Waiting(key: key, turn: state.nextTurn(of: key), job: job, refuse: refuse)
            if state.running < lanes {
                state.running += 1
                return (true, nil)
            }
            state.waiting.append(newest)
            guard state.waiting.count > capacity else { return (false, nil) }
            // The last one of the jobs that are furthest from their turn.
            let last = state.waiting.map(\.turn).max()
            guard let furthest = state.waiting.lastIndex(where: { $0.turn == last }) else { return (false, nil) }
            let refused = state.waiting.remove(at: furthest)
            state.refuse(refused)
            return (false, refused.refuse)
        }
        if opensLane { open(with: job) }
        refused?()
    }

    private func open(with job: @escaping Job) {
        // A separate thread, since Dispatch has only as many threads as processors and also runs Swift's tasks on them,
        // which would wait behind blocking calls; and a thread keeps its nice value.
        NamedThread.start(label) { [yields] in
            if yields {
                // Linux keeps the nice value per thread; if the call fails, the thread runs at normal priority.
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
            // The lane is freed before the caller resumes, since the caller may submit the next job at once.
            next = nextJob()
            answer()
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            // The first job among those whose turn is next.
            guard let next = state.waiting.indices.min(by: { state.waiting[$0].turn < state.waiting[$1].turn }) else {
                state.running -= 1
                if state.running == 0 { (state.turn, state.lastTurns) = (0, [:]) }
                return nil
            }
            return state.begin(at: next).job
        }
    }
}
