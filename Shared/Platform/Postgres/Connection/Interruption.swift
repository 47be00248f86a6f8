import CLibpq
import Glibc
import Synchronization

/// Wakes a thread that waits in `poll`; any thread may signal it.
final class WakeDescriptor: Sendable {
    let descriptor: Int32

    /// - Throws: `.connection` if the process has no free descriptor.
    init() throws(PostgresError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw PostgresError(.connection, "no file descriptor is left") }
    }

    func signal() {
        eventfd_write(descriptor, 1)
    }

    /// Clears all signals so far.
    func reset() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    deinit {
        close(descriptor)
    }
}

/// Set once, when no caller waits for a piece of work any longer.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() {
        flag.store(true, ordering: .releasing)
    }
}

/// Conditions that end a wait before the server has answered.
struct Interruption: Sendable {
    enum Cause {
        case cancelled
        case deadline
    }

    /// The deadline of the work; nil without one.
    let deadline: ContinuousClock.Instant?
    /// Set when the waiting task is cancelled; nil for work that must not be interrupted.
    let flag: CancellationFlag?

    /// The reason to stop now, if any.
    var cause: Cause? {
        if let flag, flag.isSet { return .cancelled }
        if let deadline, deadline <= .now { return .deadline }
        return nil
    }
}

extension Interruption.Cause {
    var error: PostgresError {
        switch self {
        case .cancelled: PostgresError(.cancelled, "the task was cancelled")
        case .deadline: PostgresError(.timeout, "the deadline has passed")
        }
    }
}
