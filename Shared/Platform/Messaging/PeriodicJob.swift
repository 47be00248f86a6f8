import Logging
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Runs work periodically until the service stops; after an error it waits for the next run.
///
/// Logs when the work begins to fail, fails for another reason, and succeeds again, but not every failure of an outage.
/// A metric reports how long it has been failing.
package struct PeriodicJob: Service {
    /// Consecutive failed runs up to now.
    private struct Failures {
        let since = ContinuousClock.now
        var count = 0
    }

    private final class Record: Sendable {
        /// Nil after a successful run.
        let failures = Mutex<Failures?>(nil)
    }

    private let name: String
    private let interval: Duration
    private let activity: Activity?
    private let logger: Logger
    private let work: @Sendable () async throws -> Void
    private let record = Record()

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - name: Its name in the log and in metrics.
    ///   - interval: The pause between the end of one run and the start of the next.
    ///   - activity: If given, an idle service runs the job every 5 s at most; for jobs whose work comes with events.
    ///   - logger: Records when the job begins to fail and when it succeeds again.
    ///   - work: One run.
    package init(
        _ name: String, every interval: Duration, unlessIdle activity: Activity? = nil, logger: Logger,
        work: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.interval = interval
        self.activity = activity
        self.logger = logger
        self.work = work
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var failure: String?
            while !Task.isCancelled {
                do {
                    try await work()
                    report(nil, after: &failure)
                } catch is CancellationError {
                    return
                } catch {
                    // A run that was cancelled with the service has not failed, whatever error a library throws.
                    if Task.isCancelled { return }
                    report(safeDescription(of: error), after: &failure)
                }
                if let activity {
                    try await activity.pause(interval)
                } else {
                    try await Task.sleep(for: interval)
                }
            }
        }
    }

    private func report(_ failure: String?, after known: inout String?) {
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

    /// How long the work has been failing; nil unless two consecutive runs have failed, since a failed hourly job must
    /// not report the hour until its next attempt.
    private var failing: Duration? {
        record.failures.withLock(\.self).flatMap { $0.count > 1 ? ContinuousClock.now - $0.since : nil }
    }

    /// Reports in `/metrics` how long jobs have been failing.
    ///
    /// For jobs with the same name it reports the longest, since a duplicate series would make all of a service's
    /// metrics invalid.
    static func register(_ works: [PeriodicJob], in registry: MetricsRegistry) {
        registry.gauge("foodmagic_work_failing_seconds", help: "How long every turn of work has failed, by work.") {
            Dictionary(works.map { ($0.name, $0.failing?.seconds ?? 0) }, uniquingKeysWith: max)
                .map { .init($1, labels: ["work": $0]) }
        }
    }
}
