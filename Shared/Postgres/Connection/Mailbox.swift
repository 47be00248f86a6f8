import Dispatch
import Glibc
import Synchronization

/// The work that waits for the thread of one connection, done in order.
///
/// It is also an executor: a task that prefers it runs on the connection's thread, where its statements go to the
/// server without a change of thread in either direction.
final class Mailbox: TaskExecutor {
    /// One piece of work; it is called exactly once, with nil when the connection is gone.
    typealias Job = @Sendable (LibpqConnection?) -> Void

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    /// What is served, while it is; used on the serving thread alone.
    private struct Served: @unchecked Sendable {
        let thread: pthread_t
        let connection: LibpqConnection
    }

    private let state = Mutex(State())
    private let served = Mutex<Served?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// The connection, for a caller on its thread; nil on any other.
    var connectionHere: LibpqConnection? {
        guard let served = served.withLock(\.self), pthread_equal(served.thread, pthread_self()) != 0 else {
            return nil
        }
        return served.connection
    }

    /// Adds a piece of work; a closed mailbox calls it back at once.
    func add(_ job: @escaping Job) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        if isClosed { job(nil) } else { arrival.signal() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let run = { @Sendable in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        // Without the connection's thread, whoever resumes the task must not do its work.
        add { connection in if connection == nil { DispatchQueue.global().async(execute: run) } else { run() } }
    }

    /// Ends the thread once it has done what came before.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Does the work on the calling thread until the mailbox is closed and empty.
    func serve(_ connection: LibpqConnection) {
        served.withLock { $0 = Served(thread: pthread_self(), connection: connection) }
        defer { served.withLock { $0 = nil } }
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
