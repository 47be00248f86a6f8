import HTTPTypes
import IngestionCore
import ServiceRuntime

/// Counts the web client's own reports: faults and timings, without account and text.
struct ClientReportEndpoint: Sendable {
    /// The kind of a client report.
    private enum Kind: String, CaseIterable, Sendable {
        /// A script failed.
        case fault
        /// The content security policy refused something.
        case policy
        /// Largest contentful paint, in seconds.
        case lcp
        /// Interaction to next paint, in seconds.
        case inp
        /// Cumulative layout shift, without unit.
        case cls

        var isTiming: Bool { self == .lcp || self == .inp }
    }

    private let counts: [Kind: Counter]
    private let timings: [Kind: Histogram]
    private let shifts: Histogram

    init(_ registry: MetricsRegistry) {
        counts = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                (
                    kind,
                    registry.counter(
                        "foodmagic_web_client_reports_total", help: "Reports of web clients, by kind.",
                        labels: ["kind": kind.rawValue])
                )
            })
        timings = Dictionary(
            uniqueKeysWithValues: Kind.allCases.filter(\.isTiming).map { kind in
                (
                    kind,
                    registry.histogram(
                        "foodmagic_web_client_seconds", help: "Web vitals of web clients that are times.",
                        labels: ["kind": kind.rawValue])
                )
            })
        shifts = registry.histogram(
            "foodmagic_web_client_layout_shift", help: "Cumulative layout shift of web clients.")
    }

    func take(_ call: Call) throws -> Answer {
        var fields = try BodyFields(call.body)
        let kind = fields.optionalChoice("kind", of: Kind.self)
        if kind == nil, !fields.hasProblem("kind") { fields.report("kind", .required) }
        let value = fields.member("value").flatMap { member -> Double? in
            guard case .number(let text) = member else { return nil }
            return Double(text)
        }
        if let kind, kind.isTiming || kind == .cls, value.map({ !(0...600).contains($0) }) ?? true {
            fields.report("value", .init(.outOfRange, "must be a number from 0 to 600", ["min": 0, "max": 600]))
        }
        try fields.finish()
        guard let kind else { throw ProblemDetails(.invalidFields) }
        counts[kind]?.increment()
        if let value {
            timings[kind]?.observe(value)
            if kind == .cls { shifts.observe(value) }
        }
        return Answer(.noContent)
    }
}
