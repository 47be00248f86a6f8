import Foundation
import Postgres
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

/// The environment of a row: a running stack, its networks, and the findings.
package struct Bench: Sendable {
    package let stack: TestStack
    package let cluster: TestPostgresCluster
    package let networks: ProxyWiring
    /// The requests of the concurrent load.
    package let history: History
    /// Duration of the load.
    package let duration: Duration
    /// False in a negative control, which must have findings.
    package let isProtected: Bool
    /// Factor by which time limits are extended.
    package let leniency: Double
    /// The payment provider, in a row with payments.
    let bank: FaultyBank?
    /// Minimum number of payments in a row with payments.
    let payments: Int
    /// The build that a row with two releases starts with.
    let other: OtherBuild?
    /// The replica of the database server, in a row with one.
    let standby: Standby?
    /// The proxy between clients and gateway, if the row has one.
    let front: TCPProxy
    let probe: TestPerson
    let observations: Observations

    /// The time limit for a recovery; generous, since the measured time is reported as a figure.
    static let timeout = Duration.seconds(90)

    /// Whether the time for faults is over: the last part of the load is for recovery.
    package var isTimeUp: Bool { ContinuousClock.now - history.start > duration }

    /// The services under load; not `vision`, since no photos are sent.
    package var busyServices: [ServiceProcess] {
        stack.services.filter { $0.name != "vision" }
    }

    package var busyNames: [String] { busyServices.map(\.name) }

    /// Records a finding.
    package func report(_ finding: Finding) {
        observations.state.withLock { $0.findings.append(finding) }
    }

    /// Whether anything was reported.
    var hasFindings: Bool { observations.state.withLock { !$0.findings.isEmpty } }

    /// Adds a remark to the table.
    package func note(_ text: String) {
        observations.state.withLock { $0.notes.append(text) }
    }

    /// Waits before the next fault, at most until the time is over.
    package func pause(_ duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    /// Measures the recovery after a fault: the time to the first verdict, and to the end of everything accepted
    /// before; of several recoveries the longest counts.
    package func measureRecovery() async throws {
        let begin = ContinuousClock.now
        do {
            async let answer: Void = firstVerdict()
            async let rest: Void = restOfAccepted()
            try await answer
            let first = ContinuousClock.now - begin
            try await rest
            let all = ContinuousClock.now - begin
            observations.state.withLock { state in
                state.firstAnswer = max(state.firstAnswer ?? .zero, first)
                state.lagZero = max(state.lagZero ?? .zero, all)
            }
        } catch let error as ConditionNotMet {
            report(Finding(.other, "not recovered: \(error.description)"))
        }
    }

    /// Sends scans until one has a verdict.
    private func firstVerdict() async throws {
        try await eventually("a verdict", within: Self.timeout) {
            (try? await probe.postScan("Ingredients: milk.", isHeld: true))?.status == 201
        }
    }

    /// Waits until no operation accepted before is pending and no event written before is unsent.
    private func restOfAccepted() async throws {
        let now = Date()
        try await eventually("the end of every accepted operation", within: Self.timeout) {
            let pending = try? await stack.count(
                "SELECT count(*) FROM ingestion.operations WHERE status = 'pending' AND created_at < \(now)")
            if pending != 0 { try await Task.sleep(for: .milliseconds(50)) }
            return pending == 0
        }
    }
}

/// The findings of a row, collected from several tasks.
final class Observations: Sendable {
    struct State {
        var findings: [Finding] = []
        var notes: [String] = []
        var firstAnswer: Duration?
        var lagZero: Duration?
    }

    let state = Mutex(State())
}
