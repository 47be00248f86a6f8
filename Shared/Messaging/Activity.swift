import Synchronization

/// When a service last published or consumed an event; its periodic jobs run rarely while it is idle.
package final class Activity: Sendable {
    /// A service is idle this long after its last event: longer than what jobs wait for (a profile, a retry).
    static let idleAfter = Duration.seconds(30)
    /// Interval of jobs of an idle service, unless their own is longer.
    static let idleInterval = Duration.seconds(5)

    private let idleAfter: Duration
    private let origin = ContinuousClock.now
    /// Whole seconds from `origin` to the last event.
    private let last = Atomic<Int64>(0)

    init(idleAfter: Duration = Activity.idleAfter) {
        self.idleAfter = idleAfter
    }

    /// Notes that an event was published or consumed now.
    func note() {
        last.store((ContinuousClock.now - origin).components.seconds, ordering: .relaxed)
    }

    /// Whether nothing was published or consumed for `idleAfter`.
    var isIdle: Bool {
        ContinuousClock.now - origin >= .seconds(last.load(ordering: .relaxed)) + idleAfter
    }
}
