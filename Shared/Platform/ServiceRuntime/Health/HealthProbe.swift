import Synchronization

/// Runs one check at a time for any number of callers, each waiting until the deadline at most.
///
/// The check runs as a child of `HealthServer.run()`, not of the request: a check that never returns costs one task,
/// and every probe still has its answer in time.
final class HealthProbe: Sendable {
    private struct State {
        var isRunning = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<HealthStatus, Never>] = [:]
    }

    let check: HealthCheck
    private let deadline: Duration
    private let state = Mutex(State())

    init(_ check: HealthCheck, deadline: Duration) {
        self.check = check
        self.deadline = deadline
    }

    /// The status, at the latest after the deadline.
    ///
    /// If no check is running it calls `start`, which must cause a call of `run()`.
    func status(start: @Sendable () -> Void) async -> HealthStatus {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskGroup(of: Void.self, returning: HealthStatus.self) { group in
            let status = await withCheckedContinuation { continuation in
                if enqueue(id, continuation) { start() }
                group.addTask { [deadline] in
                    try? await Task.sleep(for: deadline)
                    self.answer(id, .down("no answer within \(deadline)"))
                }
            }
            group.cancelAll()
            return status
        }
    }

    /// Runs the check and answers all waiting callers.
    func run() async {
        let status = await check.check()
        let waiting = state.withLock { state in
            state.isRunning = false
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: status) }
    }

    /// Whether the caller must start a check.
    private func enqueue(_ id: Int, _ continuation: CheckedContinuation<HealthStatus, Never>) -> Bool {
        state.withLock { state in
            state.waiting[id] = continuation
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    private func answer(_ id: Int, _ status: HealthStatus) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: status)
    }
}
