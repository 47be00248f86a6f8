import Synchronization

/// A monotonic clock that advances only when a test moves it.
package final class ManualTime: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    package init() {}

    package func now() -> ContinuousClock.Instant { instant.withLock { $0 } }

    package func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
