import Synchronization

/// Signals to a worker, from any thread, that its result is no longer needed.
final class StopSignal: Sendable {
    private let deadline: ContinuousClock.Instant
    private let isCancelled = Atomic(false)

    init(deadline: ContinuousClock.Instant) {
        self.deadline = deadline
    }

    /// Whether the caller was canceled or the deadline has passed.
    var isSet: Bool { isCancelled.load(ordering: .relaxed) || ContinuousClock.now >= deadline }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
