import ServiceRuntime
import Synchronization

/// When a service last published or consumed an event; it polls rarely while it is idle.
///
/// Records without a number, such as repeated reports of the current state, do not count.
package final class Activity: Sendable {
    /// Time after the last event from which a service is idle: longer than the waiting times of jobs (for a profile, a
    /// retry).
    static let idleAfter = Duration.seconds(30)
    /// Polling interval of an idle service, unless the poll's own interval is longer.
    static let idleInterval = Duration.seconds(5)

    private let idleAfter: Duration
    private let origin = ContinuousClock.now
    /// Whole seconds from `origin` to the last event.
    private let last = Atomic<Int64>(0)
    /// Signals of the pauses of an idle service.
    private let sleepers = Mutex<[ObjectIdentifier: WakeSignal]>([:])

    init(idleAfter: Duration = Activity.idleAfter) {
        self.idleAfter = idleAfter
    }

    /// Notes that an event was published or consumed now, and ends the pauses of an idle service.
    func note() {
        let wasIdle = isIdle
        last.store((ContinuousClock.now - origin).components.seconds, ordering: .sequentiallyConsistent)
        guard wasIdle else { return }
        for sleeper in sleepers.withLock(\.values) { sleeper.signal() }
    }

    /// Whether nothing was published or consumed for `idleAfter`.
    var isIdle: Bool {
        ContinuousClock.now - origin >= .seconds(last.load(ordering: .sequentiallyConsistent)) + idleAfter
    }

    /// Wakes this signal too at the next event after an idle time, as long as the service runs.
    package func wakes(_ signal: WakeSignal) {
        sleepers.withLock { $0[ObjectIdentifier(signal)] = signal }
    }

    /// The interval of a poll that can also be woken by a signal: one registered with `wakes(_:)`, or one that the
    /// writer of the work signals.
    ///
    /// - Parameter busy: The interval of a busy service.
    /// - Returns: `busy`, or 5 s if that is longer and the service is idle.
    package func interval(_ busy: Duration) -> Duration {
        isIdle ? max(busy, Self.idleInterval) : busy
    }

    /// Sleeps for the interval of a poll; an idle service sleeps for up to 5 s, until the next event.
    ///
    /// - Throws: `CancellationError`.
    package func pause(_ busy: Duration) async throws {
        guard busy < Self.idleInterval, isIdle else { return try await Task.sleep(for: busy) }
        let signal = WakeSignal(), id = ObjectIdentifier(signal)
        sleepers.withLock { $0[id] = signal }
        defer { sleepers.withLock { $0[id] = nil } }
        await signal.wait(atMost: interval(busy))
        try Task.checkCancellation()
    }
}
