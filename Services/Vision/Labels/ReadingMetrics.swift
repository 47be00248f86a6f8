import EventContracts
import ServiceRuntime

/// Metrics of the reading of labels and receipts, by model version (VIS-16).
package struct ReadingMetrics: Sendable {
    private let registry: MetricsRegistry

    package init(_ registry: MetricsRegistry) {
        self.registry = registry
    }

    /// A photo that could not be decoded, or was not touched again.
    func undecodable(_ reason: String) { registry.countUndecodablePhoto(reason) }

    func read(_ result: LabelRead) {
        let labels = ["predictor": result.predictor]
        registry.counter(
            "foodmagic_vision_labels_total", help: "Label photos by outcome.",
            labels: labels.merging(["outcome": result.outcome.rawValue]) { $1 }
        ).increment()
        for doubt in result.doubts {
            registry.counter(
                "foodmagic_vision_label_doubts_total", help: "Labels that could not be read reliably, by reason.",
                labels: labels.merging(["doubt": doubt]) { $1 }
            ).increment()
        }
        registry.histogram(
            "foodmagic_vision_label_seconds", help: "Time to decode and read the photo of a label.", labels: labels,
            buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 4, 8, 12, 20]
        ).observe(Double(result.milliseconds) / 1_000)
        guard result.outcome == .read else { return }
        registry.histogram(
            "foodmagic_vision_label_confidence_ratio", help: "Mean score of all characters of a label.",
            labels: labels, buckets: [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.99]
        ).observe(result.confidence)
    }

    func read(_ result: ReceiptRead) {
        let labels = ["predictor": result.predictor]
        registry.counter(
            "foodmagic_vision_receipts_total", help: "Receipt photos by outcome.",
            labels: labels.merging(["outcome": result.outcome.rawValue]) { $1 }
        ).increment()
        registry.histogram(
            "foodmagic_vision_receipt_seconds", help: "Time to decode and read the photos of a receipt.",
            labels: labels, buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 4, 8, 12, 20]
        ).observe(Double(result.milliseconds) / 1_000)
    }
}
