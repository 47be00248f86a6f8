import Dispatch
import Glibc
import Synchronization

/// The work queue of one connection's thread, processed in order.
///
/// It is also an executor: a task that prefers it runs on the connection's thread, where its statements need no thread
/// switch.
final class Mailbox: TaskExecutor {
    /// One piece of work; called exactly once, with nil if the connection is closed.
    typealias Job = @Sendable (LibpqConnection?) -> Void

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    /// The served connection; used on its thread only.
    private struct Served: @unchecked Sendable {
        let thread: pthread_t
        let connection: LibpqConnection
    }

    private let state = Mutex(State())
    private let served = Mutex<Served?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// The connection, if called on its thread; otherwise nil.
    var connectionHere: LibpqConnection? {
        guard let served = served.withLock(\.self), pthread_equal(served.thread, pthread_self()) != 0 else {
            return nil
        }
        return served.connection
    }

    /// Adds a piece of work; a closed mailbox calls it at once.
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
        // Once the connection's thread has ended, another thread must do the task's work, not the one that resumes the
        // task.
        add { connection in if connection == nil { DispatchQueue.global().async(execute: run) } else { run() } }
    }

    /// Ends the thread after the work so far.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Processes work on the calling thread until the mailbox is closed and empty.
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
