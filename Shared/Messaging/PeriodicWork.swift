import Logging
import ServiceLifecycle

/// Does a piece of work again and again until the service stops; an error waits for the next time.
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
            while !Task.isCancelled {
                do {
                    try await work()
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("periodic work failed", metadata: ["work": "\(name)", "error": "\(error)"])
                }
                try await Task.sleep(for: interval)
            }
        }
    }
}
