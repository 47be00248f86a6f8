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
    func write(_ name: String, to text: inout String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(type.rawValue)\n"
        for (labels, handle) in series.sorted(by: { $0.key < $1.key }) {
            switch handle {
            case let counter as Counter: Self.line(name, labels, String(counter.value), to: &text)
            case let gauge as Gauge: Self.line(name, labels, Self.number(gauge.value), to: &text)
            case let histogram as Histogram: Self.write(histogram, name, labels, to: &text)
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

    private static func write(_ histogram: Histogram, _ name: String, _ labels: String, to text: inout String) {
        let snapshot = histogram.snapshot
        let prefix = labels.isEmpty ? "" : labels + ","
        var total: UInt64 = 0
        for (index, count) in snapshot.counts.enumerated() {
            total += count
            let bound = index < histogram.bounds.count ? number(histogram.bounds[index]) : "+Inf"
            line(name + "_bucket", "\(prefix)le=\"\(bound)\"", String(total), to: &text)
        }
        line(name + "_sum", labels, number(snapshot.sum), to: &text)
        line(name + "_count", labels, String(total), to: &text)
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
