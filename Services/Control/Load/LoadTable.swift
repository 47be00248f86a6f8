import Foundation

/// Shows the results of a load.
enum LoadTable {
    static func show(_ report: LoadReport, on console: Console) {
        let pace =
            report.rate.map { "\(number($0))/s" }
            ?? report.concurrency.map { "\($0) client(s)" } ?? ""
        console.line(
            "\(report.kind): \(pace), \(report.accounts) account(s), \(String(format: "%.1f s", report.seconds)), "
                + "\(number(report.throughput)) finished per second")
        console.line()
        var latencies = Table("latency", .number("p50"), .number("p80"), .number("p99"), .number("max"))
        let measured = [("due → accepted", report.accepted), (readableName(report), report.readable)]
        for case (let name, let summary?) in measured {
            latencies.add(
                .init(name), .init(Figures.milliseconds(summary.p50)), .init(Figures.milliseconds(summary.p80)),
                .init(Figures.milliseconds(summary.p99)), .init(Figures.milliseconds(summary.max)))
        }
        if !latencies.isEmpty {
            console.table(latencies)
            console.line()
        }
        var counts = Table(
            .number("sent"), .number("ok"), .number("failed"), .number("unknown"), .number("lost"), .number("doubled"))
        counts.add(
            .init(String(report.sent)), .init(String(report.ok)), .init(count: Int64(report.failed), bad: true),
            .init(count: Int64(report.unknown), bad: true), .init(count: Int64(report.lost), bad: true),
            .init(count: Int64(report.doubled), bad: true))
        console.table(counts)
        if !report.errors.isEmpty {
            let list = report.errors.sorted { $0.key < $1.key }
                .map { "\($0.value) × \($0.key)" }
            console.line("instead of a success: " + list.joined(separator: ", "))
        }
        if report.dropped > 0 {
            console.line("not sent, because too many requests were in progress: \(report.dropped)")
        }
    }

    private static func readableName(_ report: LoadReport) -> String {
        switch LoadKind(rawValue: report.kind) {
        case .scan: "accepted → verdict readable"
        case .read: "due → read"
        default: "due → verdict readable"
        }
    }

    private static func number(_ value: Double) -> String {
        value < 10 ? String(format: "%.1f", value) : String(format: "%.0f", value)
    }
}
