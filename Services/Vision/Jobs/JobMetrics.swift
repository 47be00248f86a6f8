import EventContracts
import Foundation
import ServiceRuntime

/// Metrics of the queue and the workers.
package struct JobMetrics: Sendable {
    private let waiting: [PhotoLane: Gauge]
    private let inHand: [PhotoLane: Gauge]
    private let oldest: [PhotoLane: Gauge]
    private let workers: Gauge
    private let failures: [PhotoLane: Counter]
    private let postponements: [PhotoLane: Counter]
    private let durations: [PhotoLane: Histogram]

    package init(_ registry: MetricsRegistry) {
        func byLane<Metric>(_ make: (MetricsRegistry.Labels) -> Metric) -> [PhotoLane: Metric] {
            Dictionary(uniqueKeysWithValues: PhotoLane.allCases.map { ($0, make(["lane": $0.rawValue])) })
        }
        workers = registry.gauge(
            "foodmagic_vision_workers", help: "Photos this instance can analyze at the same time.")
        waiting = byLane {
            registry.gauge("foodmagic_vision_waiting", help: "Photos waiting for analysis.", labels: $0)
        }
        inHand = byLane { registry.gauge("foodmagic_vision_in_hand", help: "Photos being analyzed.", labels: $0) }
        oldest = byLane {
            registry.gauge("foodmagic_vision_oldest_seconds", help: "Age of the oldest waiting photo.", labels: $0)
        }
        failures = byLane {
            registry.counter("foodmagic_vision_failed_looks_total", help: "Failed photo analyses.", labels: $0)
        }
        postponements = byLane {
            registry.counter(
                "foodmagic_vision_postponed_total",
                help: "Photo analyses postponed because a dependency was unavailable.", labels: $0)
        }
        durations = byLane {
            registry.histogram(
                "foodmagic_vision_seconds", help: "Time from the arrival of the command to its result.", labels: $0,
                buckets: [0.1, 0.25, 0.5, 1, 1.5, 2.5, 4, 8, 12, 30, 60])
        }
    }

    func queue(_ loads: [LaneLoad], now: Date) {
        for lane in PhotoLane.allCases {
            let load = loads.first { $0.lane == lane }
            waiting[lane]?.set(Double(load?.waiting ?? 0))
            inHand[lane]?.set(Double(load?.inHand ?? 0))
            oldest[lane]?.set(load?.oldest.map { max(0, now.timeIntervalSince($0)) } ?? 0)
        }
    }

    func ready(_ count: Int) { workers.set(Double(count)) }
    func failed(_ lane: PhotoLane) { failures[lane]?.increment() }
    func postponed(_ lane: PhotoLane) { postponements[lane]?.increment() }
    func finished(_ job: Job, now: Date) { durations[job.lane]?.observe(now.timeIntervalSince(job.enqueuedAt)) }
}
