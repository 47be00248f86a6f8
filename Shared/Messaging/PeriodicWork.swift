import Logging
import ServiceLifecycle
import ServiceRuntime

/// Does a piece of work again and again until the service stops; an error waits for the next time.
///
/// The log tells when the work begins to fail, when it fails otherwise, and when it succeeds again; not every failure of an
/// outage.
package struct PeriodicWork: Service {
    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let work: @Sendable () async throws -> Void

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
        guard failure != known else { return }
        if let failure {
            logger.warning("periodic work fails", metadata: ["work": "\(name)", "error": "\(failure)"])
        } else {
            logger.notice("periodic work succeeds again", metadata: ["work": "\(name)"])
        }
    }
}
