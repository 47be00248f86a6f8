import IngestionCore
import ServiceRuntime

/// Counts the results of sign-ins, so that failures are noticed (GW-13).
package struct SignInMetrics: Sendable {
    /// The results of a sign-in or refresh.
    package enum Outcome: String, Sendable, CaseIterable {
        case succeeded, refused
        case slowedDown = "slowed-down"
        /// A refresh token was used a second time.
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
