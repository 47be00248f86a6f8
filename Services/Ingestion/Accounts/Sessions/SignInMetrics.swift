import IngestionCore
import ServiceRuntime

/// Counts how sign-ins end, so that failures show (GW-13).
package struct SignInMetrics: Sendable {
    /// The ways a sign-in or refresh ends.
    package enum Outcome: String, Sendable, CaseIterable {
        case succeeded, refused
        case slowedDown = "slowed-down"
        /// A refresh token came a second time.
        case replayed
    }

    private let counters: [Outcome: Counter]

    package init(_ registry: MetricsRegistry) {
        counters = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                let counter = registry.counter(
                    "foodmagic_gateway_sign_ins_total", help: "Sign-ins and refreshes by outcome.",
                    labels: ["outcome": outcome.rawValue])
                return (outcome, counter)
            })
    }

    package func count(_ outcome: Outcome) { counters[outcome]?.increment() }
}
