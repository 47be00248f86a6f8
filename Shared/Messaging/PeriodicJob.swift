import Logging
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Does a piece of work again and again until the service stops; an error waits for the next time.
///
/// The log tells when the work begins to fail, when it fails otherwise, and when it succeeds again; not every failure of an
/// outage. A metric tells for how long it has failed.
package struct PeriodicJob: Service {
    /// Runs that have failed one after the other, up to now.
    private struct Failures {
        let since = ContinuousClock.now
        var count = 0
    }

    private final class Record: Sendable {
        /// Nil after a run that did not fail.
        let failures = Mutex<Failures?>(nil)
    }

    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let work: @Sendable () async throws -> Void
    private let record = Record()

    /// Work with a name for the log; `interval` is the pause between the end of one run and the start of the next.
    package init(
        _ name: String, every interval: Duration, logger: Logger, work: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.work = work
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var failure: String?
            while !Task.isCancelled {
                do {
                    try await work()
                    tell(nil, after: &failure)
                } catch is CancellationError {
                    return
                } catch {
                    tell(safeDescription(of: error), after: &failure)
                }
                try await Task.sleep(for: interval)
            }
        }
    }

    private func tell(_ failure: String?, after known: inout String?) {
        defer { known = failure }
        record.failures.withLock { failures in
            guard failure != nil else { return failures = nil }
            failures = failures ?? Failures()
            failures?.count += 1
        }
        guard failure != known else { return }
        if let failure {
            logger.warning("periodic work fails", metadata: ["work": "\(name)", "error": "\(failure)"])
        } else {
            logger.notice("periodic work succeeds again", metadata: ["work": "\(name)"])
        }
    }

    /// For how long every run has failed; nil unless two have in a row: work of once an hour must not count the hour from one
    /// failure to the next try.
    private var failing: Duration? {
        record.failures.withLock(\.self).flatMap { $0.count > 1 ? ContinuousClock.now - $0.since : nil }
    }

    /// Has `/metrics` say for how long each of some works has failed; of works with one name, the one that has for longest: a
    /// series that came twice would spoil all of a service's metrics.
    static func register(_ works: [PeriodicJob], in registry: MetricsRegistry) {
        registry.gauge("foodmagic_work_failing_seconds", help: "How long every turn of work has failed, by work.") {
            Dictionary(works.map { ($0.name, $0.failing?.seconds ?? 0) }, uniquingKeysWith: max)
                .map { .init($1, labels: ["work": $0]) }
        }
    }
}
