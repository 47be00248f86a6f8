import Synchronization

/// All metrics of one process, printed in Prometheus' text format or as OpenMetrics.
///
/// The same name and labels always give the same handle, so callers need not share them. Label values must come from
/// small fixed sets (topics, outcomes, routes), never an id, a path or text of a person, since each combination is a
/// permanent series. One name always has one type and one help text.
package final class MetricsRegistry: Sendable {
    /// Label names with their values, for one series.
    package typealias Labels = [String: String]

    /// One value that a callback reports when metrics are printed.
    package struct Sample: Sendable {
        let labels: Labels
        let value: Double

        /// A value of one series.
        package init(_ value: Double, labels: Labels = [:]) {
            self.labels = labels
            self.value = value
        }
    }

    /// A text format of metrics.
    package enum Format: Sendable {
        /// Prometheus' text format 0.0.4.
        case prometheus
        /// OpenMetrics 1.0, which has exemplars.
        case openMetrics

        /// The format for a scraper that accepts these types.
        package init(accepted types: String?) {
            self = types?.contains("application/openmetrics-text") == true ? .openMetrics : .prometheus
        }

        package var contentType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    private let families = Mutex<[String: MetricFamily]>([:])

    package init() {}

    /// A counter; the name ends in `_total` by convention.
    package func counter(_ name: String, help: String, labels: Labels = [:]) -> Counter {
        series(name, .counter, help, labels, make: Counter.init)
    }

    /// A gauge that its owner sets.
    package func gauge(_ name: String, help: String, labels: Labels = [:]) -> Gauge {
        series(name, .gauge, help, labels, make: Gauge.init)
    }

    /// A histogram; the name ends in its unit, `_seconds` or `_bytes`.
    ///
    /// The buckets are inclusive upper bounds, rising, and the same for every series of a name.
    package func histogram(
        _ name: String, help: String, labels: Labels = [:], buckets: [Double] = Histogram.latencyBuckets
    ) -> Histogram {
        precondition(zip(buckets, buckets.dropFirst()).allSatisfy(<), "the buckets of \(name) do not rise")
        return series(name, .histogram, help, labels) { Histogram(bounds: buckets) }
    }

    /// A gauge whose series are read at each output, for example the lag of each partition.
    ///
    /// The callback runs on the printing thread, must return quickly and must not call a registry. A later registration
    /// of the same name replaces it.
    package func gauge(_ name: String, help: String, read: @escaping @Sendable () -> [Sample]) {
        register(name, .gauge, help, read)
    }

    /// A counter kept elsewhere, for example by the kernel, read at each output.
    package func counter(_ name: String, help: String, read: @escaping @Sendable () -> [Sample]) {
        register(name, .counter, help, read)
    }

    /// All metrics as text, families and series in alphabetical order.
    package func exposition(as format: Format = .prometheus) -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            family.write(name, as: format, to: &text)
        }
        if format == .openMetrics { text += "# EOF\n" }
        return text
    }

    private func register(
        _ name: String, _ type: MetricFamily.Kind, _ help: String, _ read: @escaping @Sendable () -> [Sample]
    ) {
        families.withLock { families in
            let family = Self.family(name, type, help, in: families)
            families[name] = family.reading(read)
        }
    }

    private func series<Handle: Sendable>(
        _ name: String, _ type: MetricFamily.Kind, _ help: String, _ labels: Labels, make: () -> Handle
    ) -> Handle {
        families.withLock { families in
            var family = Self.family(name, type, help, in: families)
            let key = MetricFamily.text(of: labels)
            if let existing = family.series[key] as? Handle { return existing }
            let handle = make()
            family.series[key] = handle
            families[name] = family
            return handle
        }
    }

    private static func family(
        _ name: String, _ type: MetricFamily.Kind, _ help: String, in families: [String: MetricFamily]
    ) -> MetricFamily {
        guard let family = families[name] else { return MetricFamily(type: type, help: help) }
        precondition(family.type == type, "the metric \(name) is registered as two types")
        return family
    }
}
