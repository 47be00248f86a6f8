import Foundation
import Synchronization
import Threads

/// Runs heavy, blocking work outside the cooperative pool: a few jobs at a time, a bounded number waiting.
///
/// Jobs of one key, such as an account, wait behind the first jobs of all others: each key has its turn (start-time fair
/// queueing). Jobs of the same key, and those without one, run in the order of the calls.
package final class WorkLanes: Sendable {
    /// Every lane is taken, and the queue is full of jobs that come before this one.
    package struct Full: Error {}

    /// Work, which gives how its caller is told.
    private typealias Job = @Sendable () -> @Sendable () -> Void

    private struct Waiting {
        let key: String
        /// Which turn of its key the job is.
        let turn: Int
        let job: Job
        let refuse: @Sendable () -> Void
    }

    private struct State {
        /// In the order of the calls.
        var waiting: [Waiting] = []
        var running = 0
        /// The turn of the newest job that has begun.
        var turn = 0
        /// The last turn that each key has taken or waits for; those of keys whose next turn is now are left out.
        var lastTurns: [String: Int] = [:]

        mutating func nextTurn(of key: String) -> Int {
            let next = max(turn, lastTurns[key].map { $0 + 1 } ?? 0)
            lastTurns[key] = next
            return next
        }

        /// Gives the last turn of a key back, whose job does not run.
        mutating func refuse(_ job: Waiting) { lastTurns[job.key] = job.turn - 1 }

        /// Takes a waiting job out, which begins.
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

    /// Runs `work` when a lane is free and it is its turn.
    ///
    /// - Parameters:
    ///   - key: Whose work it is.
    ///   - work: Blocks its thread for as long as it takes.
    /// - Returns: What the work returns.
    /// - Throws: `Full` when too many wait: at once, or when a job comes that is to run before it.
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
            // The last of those that are furthest from their turn.
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
            // The first of those whose turn is next.
            guard let next = state.waiting.indices.min(by: { state.waiting[$0].turn < state.waiting[$1].turn }) else {
                state.running -= 1
                if state.running == 0 { (state.turn, state.lastTurns) = (0, [:]) }
                return nil
            }
            return state.begin(at: next).job
        }
    }
}
