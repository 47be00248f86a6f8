import ChatModels
import ServiceRuntime

/// Metrics of questions to a remote model.
package struct RemoteMetrics: Sendable {
    private let registry: MetricsRegistry

    package init(_ registry: MetricsRegistry) {
        self.registry = registry
    }

    /// The reason why a photo was not sent to the model.
    enum Reason: String {
        /// The local model named all foods.
        case named
        /// The photo is too dark or blurred to recognize food.
        case tooDark
        case refused, refusedAbroad
        /// The consents could not be read.
        case unknownConsent
        /// The photo could not be encoded, or the queue was full.
        case queueFull = "noRoom"
    }

    func notAsked(_ reason: Reason) {
        registry.counter(
            "foodmagic_vision_remote_not_asked_total", help: "Photos that a remote model was not shown, by the reason.",
            labels: ["reason": reason.rawValue]
        ).increment()
    }

    /// Counts a call, or one that was not made because of a failure.
    func countCall(_ failure: RemoteFailure?, after duration: Duration) {
        registry.counter(
            "foodmagic_vision_remote_calls_total", help: "Questions to a remote model, by how they ended.",
            labels: ["outcome": failure?.rawValue ?? "answered"]
        ).increment()
        guard failure != .leftAlone, failure != .busy else { return }
        registry.histogram(
            "foodmagic_vision_remote_seconds", help: "Time that a question to a remote model took.",
            labels: ["outcome": failure == nil ? "answered" : "failed"],
            buckets: [0.1, 0.25, 0.5, 1, 1.5, 2.5, 4, 6, 8, 12, 20]
        ).observe(duration / .seconds(1))
    }

    /// Counts dropped parts of an answer.
    func leftOut(_ faults: [RemoteAnswer.Fault]) {
        for fault in faults {
            registry.counter(
                "foodmagic_vision_remote_left_out_total",
                help: "Foods of a remote model that cannot be, by what is wrong.",
                labels: ["reason": fault.rawValue]
            ).increment()
        }
    }

    /// Records a comparison of remote and local predictions.
    func compared(_ comparison: FoodFusion.Comparison) {
        let both = comparison.sameFood
        let counts = [
            ("same", comparison.sameLabel), ("named", comparison.newlyNamed),
            ("other", both - comparison.sameLabel - comparison.newlyNamed),
            ("missing", comparison.localFoods - both), ("more", comparison.remoteFoods - both),
        ]
        for (result, count) in counts where count > 0 {
            registry.counter(
                "foodmagic_vision_remote_compared_total",
                help:
                    "Foods of the remote model, compared with the local one.",
                labels: ["result": result]
            ).increment(by: UInt64(count))
        }
        guard let difference = comparison.massDifference else { return }
        registry.histogram(
            "foodmagic_vision_remote_mass_difference_ratio",
            help: "Mean difference of the logarithms of the masses of foods that both saw on a photo.",
            buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2]
        ).observe(difference)
    }

    /// Exports whether calls of the model are suspended.
    func watch(_ recognizer: RemoteFoodRecognizer) {
        registry.gauge(
            "foodmagic_vision_remote_left_alone", help: "1 while a remote model is not asked, since it fails."
        ) {
            [MetricsRegistry.Sample(recognizer.isAnswering ? 0 : 1)]
        }
    }
}
