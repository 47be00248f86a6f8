import Synchronization

/// Detects stopped loops and overdue work; `/health/live` fails meanwhile.
package final class Watchdog: Sendable {
    private struct Expectation {
        let name: String
        let allowance: Duration
        var due: ContinuousClock.Instant
    }

    private struct State {
        var expectations: [Int: Expectation] = [:]
        var nextID = 0
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// A watchdog without heartbeats yet.
    ///
    /// - Parameter now: The time; tests pass their own.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Starts a heartbeat: expects a beat at least this often, until `stop()`.
    package func heartbeat(_ name: String, every allowance: Duration) -> Heartbeat {
        Heartbeat(id: expect(name, allowance), watchdog: self)
    }

    /// Runs work and reports it as overdue once it exceeds the deadline; the work itself is not stopped.
    package func watch<Result>(
        _ name: String, deadline: Duration, _ work: () async throws -> Result
    ) async rethrows -> Result {
        let id = expect(name, deadline)
        defer { forget(id) }
        return try await work()
    }

    /// Names of overdue loops and work, in alphabetical order; empty if none is overdue.
    package var overdue: [String] {
        let now = now()
        return state.withLock { state in
            Set(state.expectations.values.filter { $0.due < now }.map(\.name)).sorted()
        }
    }

    private func expect(_ name: String, _ allowance: Duration) -> Int {
        let due = now() + allowance
        return state.withLock { state in
            state.nextID += 1
            state.expectations[state.nextID] = Expectation(name: name, allowance: allowance, due: due)
            return state.nextID
        }
    }

    fileprivate func renew(_ id: Int) {
        let now = now()
        state.withLock { state in
            guard let expectation = state.expectations[id] else { return }
            state.expectations[id]?.due = now + expectation.allowance
        }
    }

    fileprivate func forget(_ id: Int) {
        state.withLock { _ = $0.expectations.removeValue(forKey: id) }
    }
}

/// The heartbeat of one loop.
package struct Heartbeat: Sendable {
    fileprivate let id: Int
    fileprivate let watchdog: Watchdog

    /// Reports that the loop is running.
    package func beat() { watchdog.renew(id) }

    /// Ends the heartbeat, because the loop stops on purpose; later beats have no effect.
    package func stop() { watchdog.forget(id) }
}
