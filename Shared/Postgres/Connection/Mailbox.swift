import Dispatch
import Synchronization

/// The work that waits for the thread of one connection, done in order.
final class Mailbox: Sendable {
    /// One piece of work; it is called exactly once, with nil when the connection is gone.
    typealias Job = @Sendable (LibpqConnection?) -> Void

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Adds a piece of work; a closed mailbox calls it back at once.
    func add(_ job: @escaping Job) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        if isClosed { job(nil) } else { arrival.signal() }
    }

    /// Ends the thread once it has done what came before.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Does the work on the calling thread until the mailbox is closed and empty.
    func serve(_ connection: LibpqConnection) {
        while true {
            arrival.wait()
            let (job, isDone) = state.withLock { state -> (Job?, Bool) in
                guard state.jobs.isEmpty else { return (state.jobs.removeFirst(), false) }
                return (nil, state.isClosed)
            }
            job?(connection)
            if isDone { return }
        }
    }
}
