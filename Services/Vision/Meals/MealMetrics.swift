import EventContracts
import ServiceRuntime

/// Metrics of meal photos, by model version (VIS-16).
package struct MealMetrics: Sendable {
    private let registry: MetricsRegistry

    package init(_ registry: MetricsRegistry) {
        self.registry = registry
    }

    /// Counts a photo that could not be decoded, or was abandoned.
    func undecodable(_ reason: String) {
        registry.counter(
            "foodmagic_vision_undecodable_total", help: "Photos that could not be analyzed, by reason.",
            labels: ["reason": reason]
        ).increment()
    }

    /// Counts a photo with a depth map.
    func depths(_ outcome: String) {
        registry.counter(
            "foodmagic_vision_depths_total", help: "Depth maps sent with photos, by outcome.",
            labels: ["outcome": outcome]
        ).increment()
    }

    func countResult(_ result: MealRecognized) {
        let labels = ["predictor": result.predictor]
        registry.counter(
            "foodmagic_vision_meals_total", help: "Meal photos by outcome.",
            labels: labels.merging(["outcome": result.outcome.rawValue]) { $1 }
        ).increment()
        registry.histogram(
            "foodmagic_vision_meal_seconds", help: "Time to decode and analyze a meal photo.", labels: labels,
            buckets: [0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 4, 8, 20]
        ).observe(Double(result.milliseconds) / 1_000)
        for taught in result.foods.compactMap(\.taught) {
            registry.counter(
                "foodmagic_vision_recalled_total", help: "Foods recognized through user corrections.",
                labels: ["by": taught.isShared ? "everybody" : "person"]
            ).increment()
        }
        for food in result.foods {
            registry.counter(
                "foodmagic_vision_masses_total",
                help: "Foods by the source of their mass and whether the user's own weights were used.",
                labels: ["method": food.method.rawValue, "personal": food.guessedMilligrams == nil ? "no" : "yes"]
            ).increment()
            registry.histogram(
                "foodmagic_vision_food_score_ratio", help: "Probability of the name of each food.", labels: labels,
                buckets: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]
            ).observe(food.score)
        }
    }
}
