import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The private HTTP server of a service: only `/health/live`, `/health/ready` and `/metrics`.
///
/// - `/health/live`: 200, or 503 with the names of overdue work found by the watchdog; dependencies do not matter.
/// - `/health/ready`: 200, or 503 if any check is down; every check is named in the body with its status and reason.
/// - `/metrics`: OpenMetrics 1.0 for a scraper that accepts it, else Prometheus' text format 0.0.4.
package struct HealthServer: Service {
    private struct Report: Encodable {
        struct Check: Encodable {
            let name: String
            let status: String
            let reason: String?
        }

        let status: String
        let checks: [Check]
    }

    private let binding: HTTPBinding
    private let overdue: @Sendable () -> [String]
    private let probes: [HealthProbe]
    private let metrics: MetricsRegistry
    private let logger: Logger
    private let onRunning: @Sendable (Int) -> Void

    /// A server that answers once it runs.
    ///
    /// - Parameters:
    ///   - binding: Where to listen.
    ///   - watchdog: Decides liveness.
    ///   - checks: One per dependency; names are unique.
    ///   - checkDeadline: A check without an answer by then counts as down.
    ///   - metrics: The content of `/metrics`.
    ///   - logger: Logs the server's start.
    ///   - onRunning: Receives the bound port once requests are accepted.
    package init(
        binding: HTTPBinding, watchdog: Watchdog, checks: [HealthCheck],
        checkDeadline: Duration = HealthCheck.deadline, metrics: MetricsRegistry, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        self.binding = binding
        self.overdue = { watchdog.overdue }
        self.probes = checks.map { HealthProbe($0, deadline: checkDeadline) }
        self.metrics = metrics
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until graceful shutdown or cancellation; a check that ignores its cancellation delays the end.
    package func run() async throws {
        let (requests, asking) = AsyncStream.makeStream(of: Int.self)
        let responder = responder(asking: asking)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                defer { asking.finish() }
                try await binding.serve(responder, logger: logger, onRunning: onRunning)
            }
            for await index in requests {
                group.addTask { await probes[index].run() }
            }
            group.cancelAll()
        }
    }

    private func responder(asking: AsyncStream<Int>.Continuation) -> RouterResponder<BasicRequestContext> {
        let router = Router()
        router.get("/health/live") { _, _ in try live() }
        router.get("/health/ready") { _, _ in try await ready(asking) }
        router.get("/metrics") { request, _ -> Response in
            let format = MetricsRegistry.Format(accepted: request.headers[.accept])
            return Self.response(.ok, format.contentType, ByteBuffer(string: metrics.exposition(as: format)))
        }
        return router.buildResponder()
    }

    private func live() throws -> Response {
        let overdue = overdue()
        return try Self.response(
            isUp: overdue.isEmpty, checks: overdue.map { .init(name: $0, status: "down", reason: "overdue") })
    }

    private func ready(_ asking: AsyncStream<Int>.Continuation) async throws -> Response {
        let checks = await withTaskGroup(of: (Int, HealthStatus).self) { group in
            for (index, probe) in probes.enumerated() {
                group.addTask { (index, await probe.status { asking.yield(index) }) }
            }
            return await group.reduce(into: [(Int, HealthStatus)]()) { $0.append($1) }
        }
        .sorted { $0.0 < $1.0 }
        return try Self.response(
            isUp: checks.allSatisfy { $0.1 == .up },
            checks: checks.map { index, status in Self.entry(probes[index].check.name, status) })
    }

    private static func entry(_ name: String, _ status: HealthStatus) -> Report.Check {
        switch status {
        case .up: .init(name: name, status: "up", reason: nil)
        case .down(let reason): .init(name: name, status: "down", reason: reason)
        }
    }

    private static func response(isUp: Bool, checks: [Report.Check]) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try encoder.encode(Report(status: isUp ? "up" : "down", checks: checks))
        return response(isUp ? .ok : .serviceUnavailable, "application/json", ByteBuffer(bytes: body))
    }

    private static func response(_ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"], body: .init(byteBuffer: body))
    }
}
