import Foundation
import ServiceRuntime

/// Counts and times the requests of the public port, by endpoint and status class.
package struct RequestMetrics: Sendable {
    private struct Series {
        let counts: [Counter]
        let duration: Histogram
    }

    private let byEndpoint: [String: Series]
    private let unrouted: Series
    private let brokenAnswers: Counter

    package init(_ registry: MetricsRegistry, routes: [Route]) {
        func series(_ endpoint: String) -> Series {
            Series(
                counts: (1...5).map { statusClass in
                    registry.counter(
                        "foodmagic_gateway_requests_total", help: "Requests by endpoint and class of status.",
                        labels: ["endpoint": endpoint, "status": "\(statusClass)xx"])
                },
                duration: registry.histogram(
                    "foodmagic_gateway_request_seconds",
                    help: "Time from the request head to the response head.",
                    labels: ["endpoint": endpoint]))
        }
        byEndpoint = Dictionary(uniqueKeysWithValues: routes.map { ($0.operation, series($0.operation)) })
        unrouted = series("none")
        brokenAnswers = registry.counter(
            "foodmagic_gateway_broken_answers_total",
            help: "Responses that the gateway aborted after sending the head.")
    }

    /// Counts an answer that broke off.
    package func answerBroke() { brokenAnswers.increment() }

    /// Counts one answered request; a nil operation means that no route matched.
    ///
    /// `traceID` is the id of a recorded trace; nil without one.
    package func observe(_ operation: String?, status: Int, _ duration: Duration, traceID: UUID?) {
        let series = operation.flatMap { byEndpoint[$0] } ?? unrouted
        let index = status / 100 - 1
        if series.counts.indices.contains(index) { series.counts[index].increment() }
        series.duration.observe(duration, traceID: traceID)
    }
}
