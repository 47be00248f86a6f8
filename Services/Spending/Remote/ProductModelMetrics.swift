import ChatModels
import ServiceRuntime

/// Metrics of questions to the language model about items.
package struct ProductModelMetrics: Sendable {
    private let registry: MetricsRegistry

    package init(_ registry: MetricsRegistry) {
        self.registry = registry
    }

    /// The reason why the model was not asked about a product.
    package enum Reason: String, Sendable {
        case refused, refusedAbroad
        /// The person has named the product, or it was deleted.
        case known
        /// No part of the product's name may be sent.
        case noWords
        /// The maximum number of attempts was made.
        case givenUp
    }

    func notAsked(_ reason: Reason) {
        registry.counter(
            "foodmagic_spending_remote_not_asked_total",
            help: "Products not sent to a language model, by reason.",
            labels: ["reason": reason.rawValue]
        ).increment()
    }

    /// Counts a call, or one that was not made because of a failure.
    func countCall(_ failure: RemoteFailure?, after duration: Duration) {
        registry.counter(
            "foodmagic_spending_remote_calls_total", help: "Product questions to the language model, by outcome.",
            labels: ["outcome": failure?.rawValue ?? "answered"]
        ).increment()
        guard failure != .leftAlone, failure != .busy else { return }
        registry.histogram(
            "foodmagic_spending_remote_seconds", help: "Duration of a product question to the language model.",
            labels: ["outcome": failure == nil ? "answered" : "failed"],
            buckets: [0.1, 0.25, 0.5, 1, 1.5, 2.5, 4, 6, 10, 20, 60]
        ).observe(duration / .seconds(1))
    }

    /// Exports whether calls of the model are suspended.
    func watch(_ guesser: RemoteProductGuesser) {
        registry.gauge(
            "foodmagic_spending_remote_left_alone", help: "1 while the language model is paused after failures."
        ) {
            [MetricsRegistry.Sample(guesser.isAnswering ? 0 : 1)]
        }
    }
}
