import Foundation

/// All series of one metric name, and their printing.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    let type: Kind
    let help: String
    /// `Counter`, `Gauge` or `Histogram` by the printed text of their labels.
    var series: [String: any Sendable] = [:]
    private var read: (@Sendable () -> [MetricsRegistry.Sample])?

    init(type: Kind, help: String) {
        self.type = type
        self.help = help
    }

    /// A copy with a callback that reports further series at each output.
    func reading(_ read: @escaping @Sendable () -> [MetricsRegistry.Sample]) -> Self {
        var copy = self
        copy.read = read
        return copy
    }

    /// Appends the family's lines.
    func write(_ name: String, as format: MetricsRegistry.Format, to text: inout String) {
        let isOpen = format == .openMetrics
        // OpenMetrics names the family of a counter without the ending of its samples.
        let family = isOpen && type == .counter && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
        text += "# HELP \(family) \(Self.escaped(help, quotes: isOpen))\n# TYPE \(family) \(type.rawValue)\n"
        for (labels, handle) in series.sorted(by: { $0.key < $1.key }) {
            switch handle {
            case let counter as Counter: Self.line(name, labels, String(counter.value), to: &text)
            case let gauge as Gauge: Self.line(name, labels, Self.number(gauge.value), to: &text)
            case let histogram as Histogram: Self.write(histogram, name, labels, isOpen: isOpen, to: &text)
            default: break
            }
        }
        for sample in read?() ?? [] {
            Self.line(name, Self.text(of: sample.labels), Self.number(sample.value), to: &text)
        }
    }

    /// Labels as they are printed between the braces, in alphabetical order.
    static func text(of labels: MetricsRegistry.Labels) -> String {
        labels.sorted { $0.key < $1.key }
            .map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }
            .joined(separator: ",")
    }

    private static func write(
        _ histogram: Histogram, _ name: String, _ labels: String, isOpen: Bool, to text: inout String
    ) {
        let snapshot = histogram.snapshot
        let prefix = labels.isEmpty ? "" : labels + ","
        var total: UInt64 = 0
        for (index, count) in snapshot.counts.enumerated() {
            total += count
            var bound = "+Inf"
            if index < histogram.bounds.count {
                // OpenMetrics has bounds as floating-point numbers always.
                bound = isOpen ? String(histogram.bounds[index]) : number(histogram.bounds[index])
            }
            let exemplar = isOpen ? snapshot.exemplars[index].map { Self.text(of: $0) } ?? "" : ""
            line(name + "_bucket", "\(prefix)le=\"\(bound)\"", String(total) + exemplar, to: &text)
        }
        line(name + "_sum", labels, number(snapshot.sum), to: &text)
        line(name + "_count", labels, String(total), to: &text)
    }

    private static func text(of exemplar: Histogram.Exemplar) -> String {
        let milliseconds = Int64(exemplar.time.timeIntervalSince1970 * 1_000)
        return " # {trace_id=\"\(TraceContext.text(ofTrace: exemplar.traceID))\"} \(number(exemplar.value)) "
            + number(Double(milliseconds) / 1_000)
    }

    private static func line(_ name: String, _ labels: String, _ value: String, to text: inout String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? String(value)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
