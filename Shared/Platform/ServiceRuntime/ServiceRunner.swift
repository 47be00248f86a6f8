import Logging
import ServiceLifecycle
import UnixSignals

/// A service that announces when it has started; all others count as started at once.
package protocol StartAnnouncing: Service {
    /// Returns once the service has started.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func waitUntilStarted() async throws
}

/// Limit of a graceful stop before the services are cancelled.
package let gracefulStopLimit = Duration.seconds(10)
/// Time for a cancelled service to return before the process ends itself.
private let cancellationLimit = Duration.seconds(5)

/// Runs the parts of a service until SIGTERM or SIGINT, or until one of them fails.
///
/// They start in the given order: each once the previous one has started (`StartAnnouncing`). They stop gracefully in
/// reverse order, within `gracefulStopLimit` in total; parts that still run then are cancelled.
///
/// - Parameters:
///   - name: Name of the service, for the log.
///   - services: In dependency order, for example database, producer, outbox relay, consumer, HTTP.
///   - gracefulStopLimit: Limit of the graceful stop.
///   - logger: Logs start, stop and the reason of an early end.
/// - Throws: The error of a failed part, or `ServiceGroupError` if one returned without being asked to stop.
package func runService(
    name: String, services: [any Service], gracefulStopLimit: Duration = gracefulStopLimit, logger: Logger
) async throws {
    ProcessMemory.giveLargeBlocksBack()
    var previous: StartGate?
    let ordered = ([HeapTrimmer()] + services).map { service in
        let gate = StartGate()
        defer { previous = gate }
        return OrderedService(service: service, previous: previous, gate: gate)
    }
    var configuration = ServiceGroupConfiguration(
        services: ordered.map {
            .init(
                service: $0, successTerminationBehavior: .cancelGroup,
                failureTerminationBehavior: .gracefullyShutdownGroup)
        },
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = gracefulStopLimit
    configuration.maximumCancellationDuration = cancellationLimit
    logger.info("service starts", metadata: ["service.name": "\(name)"])
    do {
        try await ServiceGroup(configuration: configuration).run()
        logger.info("service stopped", metadata: ["service.name": "\(name)"])
    } catch {
        logger.error("service failed", metadata: ["service.name": "\(name)", "error": .error(error)])
        throw error
    }
}

/// Starts a service after the previous one has started.
private struct OrderedService: Service, CustomStringConvertible {
    let service: any Service
    let previous: StartGate?
    let gate: StartGate

    var description: String { "\(type(of: service))" }

    func run() async throws {
        if let previous {
            do {
                try await cancelWhenGracefulShutdown { try await previous.wait() }
            } catch is CancellationError where Task.isShuttingDownGracefully {
                return
            }
        }
        guard let announcing = service as? any StartAnnouncing else {
            gate.open()
            return try await service.run()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await announcing.waitUntilStarted()
                gate.open()
            }
            try await announcing.run()
            group.cancelAll()
        }
    }
}
