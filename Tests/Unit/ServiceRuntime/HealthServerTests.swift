import Foundation
import Hummingbird
import Logging
import ServiceRuntime
import Synchronization
import TestPeers
import Testing
import UnitSupport

@Suite struct HealthServerTests {
    private struct Report: Decodable {
        struct Check: Decodable {
            let name: String
            let status: String
            let reason: String?
        }

        let status: String
        let checks: [Check]
    }

    /// Runs a server on a free port while the body runs.
    private func withServer(
        checks: [HealthCheck] = [], watchdog: Watchdog = Watchdog(), metrics: MetricsRegistry = MetricsRegistry(),
        deadline: Duration = .seconds(60), _ body: @escaping @Sendable (TestHTTPClient) async throws -> Void
    ) async throws {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let server = HealthServer(
            binding: HTTPBinding(port: 0), watchdog: watchdog, checks: checks, checkDeadline: deadline,
            metrics: metrics, logger: CapturedLogs().logger(), onRunning: { running.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(TestHTTPClient(port: port))
            group.cancelAll()
        }
    }

    @Test func readinessNamesEachCheckInTheOrderGiven() async throws {
        let checks = [
            HealthCheck(name: "postgres") { .up }, HealthCheck(name: "kafka") { .down("no broker") },
            HealthCheck(name: "keyring") { .up },
        ]
        try await withServer(checks: checks) { client in
            let answer = try await client.get("/health/ready")
            let report: Report = try answer.decode()
            #expect(answer.status == 503)
            #expect(report.status == "down")
            #expect(report.checks.map(\.name) == ["postgres", "kafka", "keyring"])
            #expect(report.checks.map(\.status) == ["up", "down", "up"])
            #expect(report.checks[1].reason == "no broker")
        }
    }

    @Test func aServiceWithEveryCheckUpIsReady() async throws {
        try await withServer(checks: [HealthCheck(name: "postgres") { .up }]) { client in
            let answer = try await client.get("/health/ready")
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "application/json")
            #expect(answer.header("cache-control") == "no-store")
        }
    }

    @Test func aCheckThatNeverAnswersCountsAsDownAndRunsOnce() async throws {
        let runs = Mutex(0)
        let (release, releasing) = AsyncStream.makeStream(of: Void.self)
        let stuck = HealthCheck(name: "stuck") {
            runs.withLock { $0 += 1 }
            for await _ in release {}
            return .up
        }
        let checks = [stuck, HealthCheck(name: "fine") { .up }]
        try await withServer(checks: checks, deadline: .milliseconds(100)) { client in
            for _ in 0..<3 {
                let report: Report = try await client.get("/health/ready").decode()
                #expect(report.checks.first?.status == "down")
                #expect(report.checks.first?.reason?.contains("no answer") == true)
            }
            // On a busy machine a check may miss the short deadline once.
            try await eventually("the other check is up") {
                let report: Report = try await client.get("/health/ready").decode()
                return report.checks.map(\.status) == ["down", "up"]
            }
            #expect(runs.withLock { $0 } == 1)
            releasing.finish()
            try await eventually("the check answers again") { try await client.get("/health/ready").status == 200 }
        }
    }

    @Test func manyProbesAtOnceShareOneCheck() async throws {
        let runs = Mutex(0)
        let (release, releasing) = AsyncStream.makeStream(of: Void.self)
        let slow = HealthCheck(name: "slow") {
            runs.withLock { $0 += 1 }
            for await _ in release {}
            return .up
        }
        try await withServer(checks: [slow]) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 { group.addTask { try await client.get("/health/ready").status } }
                try await eventually("the check runs") { runs.withLock { $0 } == 1 }
                releasing.finish()
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func livenessFollowsTheWatchdogAndNotTheChecks() async throws {
        let watchdog = Watchdog()
        try await withServer(checks: [HealthCheck(name: "db") { .down("gone") }], watchdog: watchdog) { client in
            #expect(try await client.get("/health/live").status == 200)
            let heartbeat = watchdog.heartbeat("poll", every: .seconds(-1))
            let answer = try await client.get("/health/live")
            #expect(answer.status == 503)
            #expect(try answer.decode(Report.self).checks.map(\.name) == ["poll"])
            heartbeat.stop()
            #expect(try await client.get("/health/live").status == 200)
        }
    }

    @Test func metricsArePrometheusText() async throws {
        let metrics = MetricsRegistry()
        metrics.counter("c_total", help: "C.").increment()
        try await withServer(metrics: metrics) { client in
            let answer = try await client.get("/metrics")
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
            #expect(answer.text == metrics.exposition())
            // What Prometheus sends.
            let accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2"
            let open = try await client.get("/metrics", headers: ["accept": accept])
            #expect(open.header("content-type") == "application/openmetrics-text; version=1.0.0; charset=utf-8")
            #expect(open.text == metrics.exposition(as: .openMetrics))
        }
    }

    @Test(arguments: ["/", "/health", "/v1/terms", "/metrics/x"])
    func nothingElseIsServed(path: String) async throws {
        try await withServer { client in
            let answers = [try await client.get(path), try await client.send("POST", "/health/live")]
            #expect(answers.map(\.status) == [404, 404])
        }
    }
}
