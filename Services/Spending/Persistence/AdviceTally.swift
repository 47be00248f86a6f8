import Postgres
import ServiceRuntime

/// Counts ratings of advice (SPD-12).
package struct AdviceTally: Sendable {
    /// Interval between counts.
    package static let interval = Duration.seconds(60)

    private let pool: PostgresPool
    private let useful: Gauge
    private let useless: Gauge

    init(pool: PostgresPool, registry: MetricsRegistry) {
        self.pool = pool
        let name = "foodmagic_spending_advice_judged", help = "Budget periods with feedback on advice, by answer."
        useful = registry.gauge(name, help: help, labels: ["useful": "yes"])
        useless = registry.gauge(name, help: help, labels: ["useful": "no"])
    }

    /// Counts once.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let counts = try await BudgetRepository.judgements(on: pool)
        useful.set(Double(counts.useful))
        useless.set(Double(counts.useless))
    }
}
