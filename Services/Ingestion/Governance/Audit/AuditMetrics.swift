import IngestionCore
import ServiceRuntime
import Synchronization

/// Metrics of the audit log, so that an attack is noticed in progress (GW-29): security entries by kind, and the time
/// since the last seal.
package final class AuditMetrics: Sendable {
    private let counters: [String: Counter]
    private let lastRound = Mutex(ContinuousClock.now)

    package init(_ registry: MetricsRegistry) {
        let actions = AuditAction.allCases.filter { $0.category == .security }.map(\.rawValue)
        counters = Dictionary(
            uniqueKeysWithValues: actions.map { action in
                let counter = registry.counter(
                    "foodmagic_gateway_security_events_total",
                    help: "Security entries of the audit log by action, counted by the sealing instance.",
                    labels: ["action": action])
                return (action, counter)
            })
        registry.gauge(
            "foodmagic_gateway_audit_round_seconds",
            help: "Seconds since this instance last checked that the audit log is sealed."
        ) { [weak self] in
            guard let self else { return [] }
            return [MetricsRegistry.Sample((ContinuousClock.now - lastRound.withLock(\.self)) / .seconds(1))]
        }
    }

    /// Counts the entries of a seal; names without a counter are skipped.
    func count(_ sealed: [String: Int64]) {
        for (action, times) in sealed { counters[action]?.increment(by: UInt64(clamping: times)) }
    }

    /// Records that a round has finished.
    func endRound() {
        lastRound.withLock { $0 = .now }
    }
}
