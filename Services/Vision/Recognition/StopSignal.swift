import Synchronization

/// Tells a worker, from any thread, that its result is of no use any more.
final class StopSignal: Sendable {
    private let deadline: ContinuousClock.Instant
    private let isCancelled = Atomic(false)

    init(deadline: ContinuousClock.Instant) {
        self.deadline = deadline
    }

    /// The caller went away or the deadline passed.
    var isSet: Bool { isCancelled.load(ordering: .relaxed) || ContinuousClock.now >= deadline }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}
