import ServiceRuntime

extension MetricsRegistry {
    /// Counts a photo of any kind that could not be decoded, or was not tried again.
    func countUndecodablePhoto(_ reason: String) {
        counter(
            "foodmagic_vision_undecodable_total", help: "Photos that could not be analyzed, by reason.",
            labels: ["reason": reason]
        ).increment()
    }
}
