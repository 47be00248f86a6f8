import Foundation
import Postgres
import TestPeers
import TestSupport
import UnitSupport

/// A long steady load at half of the machine's capacity, with measurements of all growth.
package struct SoakRun: Sendable {
    /// The result.
    package struct Result: Sendable {
        package var requests = 0
        /// Requests sent per second.
        package var rate = 0.0
        /// Requests per second that the machine handled without a queue; nil if the rate was given.
        package var capacity: Double?
        package var minutes = 0.0
        package var series: [SoakSeries.Outcome] = []
        package var findings: [Finding] = []

        package var isGood: Bool { findings.isEmpty && !series.isEmpty && !series.contains { $0.verdict == .grows } }

        /// The result as text.
        package var markdown: String {
            var lines = [String(format: "%.0f minutes, %d requests at %.1f a second", minutes, requests, rate)]
            if let capacity { lines[0] += String(format: ", half of the %.1f that the machine carried", capacity) }
            lines[0] += "."
            lines += ["", SoakSeries.head] + series.map(\.line) + [""] + findings.map { "- \($0)" }
            let judged = series.compactMap(\.verdict), open = judged.count { $0 == .open }
            if open > 0 { lines.append("- \(open) of \(judged.count) series are open: the time was too short to tell") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    package var duration = Duration.seconds(40 * 60)
    /// Requests per second; nil: half of the machine's capacity.
    package var rate: Double?
    /// Retention of messages, commands and streams, in minutes: short, so that the soak includes their pruning.
    package var keptMinutes = 5
    /// Interval between two samples.
    package var interval = Duration.seconds(5)
    /// Receives the progress.
    package var progress: @Sendable (String) -> Void = { _ in }

    /// Maximum number of requests per person, about those of a season, so that a person's data has a realistic size.
    private static let requestsOfPerson = 800.0
    /// Minimum and maximum number of people, who register before the load and sign in every five minutes.
    private static let people = 48.0...1_000.0
    private static let measuring = Duration.seconds(20), settling = Duration.seconds(180)
    /// Reads per second beside the load.
    private static let reads = 5.0

    package init() {}

    /// Runs the soak on its own server.
    ///
    /// - Throws: The reason if it cannot run.
    package func run(on cluster: TestPostgresCluster) async throws -> Result {
        let environment = [
            "OUTBOX_RETENTION_MINUTES": "\(keptMinutes)", "HISTORY_RETENTION_MINUTES": "\(keptMinutes)",
        ]
        return try await withBackbone(server: cluster.admin, wiring: StraightWiring(), environment: environment) {
            stack in
            try await run(on: stack)
        }
    }

    private func run(on stack: TestStack) async throws -> Result {
        var result = Result()
        if rate == nil { result.capacity = try await capacity(of: stack) }
        result.rate = rate ?? (result.capacity ?? 2) / 2
        progress(String(format: "soak: %.1f requests a second", result.rate))
        var sampler = SoakSampler(stack: stack)
        let running = Dictionary(uniqueKeysWithValues: stack.services.map { ($0.name, $0.processID) })
        var load = Load(rate: result.rate)
        let needed = result.rate * (duration / .seconds(1)) / Self.requestsOfPerson
        load.accounts = Int(min(max(needed, Self.people.lowerBound), Self.people.upperBound))
        progress("soak: \(load.accounts) people")
        let history = try await load.run(on: stack) { history in
            try await sample(stack, history, into: &sampler)
        }
        result.requests = history.entries.count
        result.minutes = sampler.now / 60
        for service in stack.services where service.processID == nil || service.processID != running[service.name] {
            result.findings.append(Finding(.other, "\(service.name) ended"))
        }
        let errors = history.statuses.filter { $0.key >= 500 }.values.reduce(0, +)
        if errors > 0 { result.findings.append(Finding(.other, "5xx", count: errors)) }
        // Pruned rows can no longer be counted; pending and unsent ones can.
        do {
            try await eventually("the system is idle", within: Self.settling) {
                try await stack.count("SELECT count(*) FROM ingestion.operations WHERE status = 'pending'") == 0
            }
        } catch is ConditionNotMet {
            result.findings.append(Finding(.lost, "operations still pending"))
        }
        let failed = try await stack.count("SELECT count(*) FROM ingestion.operations WHERE status = 'failed'")
        if failed > 0 { result.findings.append(Finding(.lost, "operations failed", count: failed)) }
        // Measured after the warm-up, in which caches fill and retention deletes nothing yet.
        let warm = max(sampler.now / 4, min(sampler.now / 2, Double(keptMinutes * 60) * 2))
        result.series = sampler.all.compactMap { $0.outcome(since: warm, rate: result.rate + Self.reads) }
        return result
    }

    /// Takes samples, and reads as clients do, until the time is over.
    private func sample(_ stack: TestStack, _ history: History, into sampler: inout SoakSampler) async throws {
        let person = try await stack.gateway.register()
        let reader = person.through(PublicGateway(TestHTTPClient(port: stack.gatewayPort)))
        _ = try await reader.postScan("Ingredients: milk.", isHeld: true)
        let paths = ["/v1/allergen-profile", "/v1/label-scans", "/v1/notifications", "/v1/foods?query=apple"]
        let end = ContinuousClock.now + duration
        var round = 0, next = ContinuousClock.now, published = ContinuousClock.now
        while .now < end {
            if .now >= next {
                try await sampler.sample()
                next += interval
            }
            if .now >= published {
                progress(String(format: "  %.0f min, %d requests", sampler.now / 60, history.entries.count))
                published += .seconds(300)
            }
            _ = try? await reader.http.get(paths[round % paths.count])
            round += 1
            try await Task.sleep(for: .seconds(1 / Self.reads))
        }
    }

    /// Measures requests per second when each person waits for the answer, until all are executed.
    private func capacity(of stack: TestStack) async throws -> Double {
        var load = Load(accounts: 16, each: 1_000_000, pause: .zero)
        load.timeout = Self.measuring
        let begin = ContinuousClock.now
        let history = try await load.run(on: stack) { _ in try await Task.sleep(for: Self.measuring) }
        try await eventually("the commands are executed", within: Self.settling) {
            try await stack.count("SELECT count(*) FROM ingestion.operations WHERE status = 'pending'") == 0
        }
        return Double(history.entries.count) / ((ContinuousClock.now - begin) / .seconds(1))
    }
}
