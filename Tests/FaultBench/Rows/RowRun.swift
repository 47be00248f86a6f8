import Foundation
import Synchronization
import TestPeers
import TestSupport

/// Runs one row on its own stack.
package struct RowRun: Sendable {
    package var duration = Duration.seconds(20)
    package var rate = 20.0
    package var isProtected = true
    /// Factor by which time limits are extended: 1 on an idle machine.
    package var leniency = 1.0
    /// Maximum time until the system is idle after the last fault.
    package var settling = Duration.seconds(90)
    /// Minimum number of payments, in a row with payments; it continues until then.
    package var payments = 0
    /// Another build of the services, for a row with two releases.
    package var other: OtherBuild?
    /// A Kafka to use instead of a dev broker; its topics are recreated for each row.
    package var brokers: NamedBrokers?
    /// Where histories are written; nil for nowhere.
    package var directory: URL?

    /// Without its protection a row has findings that do not pass, so a short time suffices.
    private static let shortSettling = Duration.seconds(15)
    /// Maximum number of people: with more, most of the work would be rechecking scans after profile changes.
    private static let people = 64
    /// Minimum number of requests per person: the first changes the profile, the next seven are scans.
    private static let requestsOfAPerson = 8.0

    package init() {}

    /// Whether the requirements of a row are met.
    package func has(whatIsNeededFor row: Row) -> Bool { missing(for: row) == nil }

    /// The unmet requirement of a row, in words; nil if all are met.
    package func missing(for row: Row) -> String? {
        if row.mixesReleases, other == nil { return OtherBuild.Missing().description }
        switch row.needs {
        case .any: return nil
        case .stoppable:
            return brokers == nil || brokers?.control != nil
                ? nil : "needs a broker that it can stop: the dev broker, or --broker-control"
        case .cluster:
            return brokers?.control != nil && brokers?.count ?? 0 >= 3
                ? nil : "needs three brokers that it can stop: --brokers A,B,C --broker-control PROGRAM"
        }
    }

    /// Runs a row on a server of its own.
    ///
    /// - Throws: The reason if the row cannot run; findings are in the result.
    package func run(_ row: Row, on cluster: TestPostgresCluster) async throws -> RowResult {
        if let missing = missing(for: row) { throw TestKafka.Missing(description: missing) }
        let older = row.mixesReleases ? try await other?.release(on: cluster) : nil
        let begin = ContinuousClock.now
        let observations = Observations(), networks = ProxyWiring()
        var operations = 0
        do {
            let environment = isProtected ? row.settings : row.settings.merging(row.protection.environment) { $1 }
            operations = try await Standby.with(row.replicates, of: cluster) { standby in
                try await FaultyBank.with(row.sells) { bank in
                    try await withBackbone(
                        server: cluster.admin, wiring: networks,
                        environment: environment.merging(bank?.environment ?? [:]) { $1 }, sells: row.sells,
                        older: older, brokers: brokers
                    ) { stack in
                        bank?.use(gatewayPort: stack.gatewayPort)
                        return try await run(row, on: stack, cluster, networks, observations, bank, standby)
                    }
                }
            }
        } catch  where !isProtected {
            // In a negative control the system may stop working.
            observations.state.withLock { $0.findings.append(Finding(.other, "\(error)")) }
        }
        await networks.stop()
        let seen = observations.state.withLock { $0 }
        return RowResult(
            row: row.number, name: row.name, protection: row.protection.name, isProtected: isProtected,
            operations: operations, findings: seen.findings, notes: seen.notes,
            firstAnswerSeconds: seen.firstAnswer.map { $0 / .seconds(1) },
            lagZeroSeconds: seen.lagZero.map { $0 / .seconds(1) }, seconds: (ContinuousClock.now - begin) / .seconds(1))
    }

    /// - Returns: The number of requests sent.
    private func run(
        _ row: Row, on stack: TestStack, _ cluster: TestPostgresCluster, _ networks: ProxyWiring,
        _ observations: Observations, _ bank: FaultyBank?, _ standby: Standby?
    ) async throws -> Int {
        let expected = rate * (duration / .seconds(1))
        let people = min(Self.people, max(1, Int(expected / Self.requestsOfAPerson)))
        var load = Load(accounts: people, rate: rate)
        load.keepsKeys = isProtected || row.protection.keepsKeys
        // Uses its own connections, so that it waits for the gateway and not for other clients.
        let probe = try await stack.gateway.register().through(
            PublicGateway(TestHTTPClient(port: stack.gatewayPort)))
        let front = try await TCPProxy.start(host: "127.0.0.1", server: stack.gatewayPort)
        front.set(NetworkConditions(answerLoss: row.losesAnswers))
        func bench(_ history: History) -> Bench {
            Bench(
                stack: stack, cluster: cluster, networks: networks, history: history, duration: duration,
                isProtected: isProtected, leniency: leniency, bank: bank, payments: payments, other: other,
                standby: standby, front: front, probe: probe, observations: observations)
        }
        let gateway = PublicGateway(TestHTTPClient(port: front.port))
        let isThroughFront = row.losesAnswers > 0 || row.mixesReleases || row.balances
        let history = try await load.run(on: stack, through: isThroughFront ? gateway : nil) { history in
            try await row.during(bench(history))
            let rest = duration - (ContinuousClock.now - history.start)
            if rest > .zero { try await Task.sleep(for: rest) }
        }
        await front.stop()
        if let directory {
            let suffix = isProtected ? "" : "-without"
            try history.write(to: directory.appending(path: "history-\(row.number)\(suffix).jsonl"))
        }
        try await settle(row, on: stack, history, observations)
        if observations.state.withLock({ $0.findings.isEmpty }) {
            try await row.afterwards(bench(history))
            try await settle(row, on: stack, history, observations)
        }
        return history.entries.count
    }

    private func settle(
        _ row: Row, on stack: TestStack, _ history: History, _ observations: Observations
    ) async throws {
        var checker = Checker(stack: stack), found: [Finding] = []
        checker.allowed = row.allowed
        do {
            try await checker.settle(history, within: isProtected ? settling : Self.shortSettling)
            found = try await TopicAudit.findings(in: stack)
        } catch let wrong as Checker.Wrong {
            found = wrong.findings
        }
        found.removeAll { row.allowed.contains($0.name) }
        // Reports services that ended by themselves, which explains unread records; their logs are deleted with the
        // stack.
        for service in stack.services where !found.isEmpty && !service.isRunning {
            found.append(Finding(.other, "\(service.name) does not run: \(service.lastLines(2))"))
        }
        let left = found
        observations.state.withLock { $0.findings += left }
    }
}
