/// Prints a reconciliation as tables.
enum ReconcileTable {
    static func show(_ report: ReconcileReport, on console: Console) {
        console.table(operations(of: report))
        console.line()
        console.table(notices(of: report))
        console.line()
        console.table(documents(of: report))
        if report.unordered > 0 { console.line("results without a command: \(report.unordered)") }
        for example in report.examples {
            console.line("\(example.operation)  \(example.kind): \(example.problem)")
        }
    }

    private static func operations(of report: ReconcileReport) -> Table {
        var table = Table(
            .number("accepted"), .number("succeeded"), .number("rejected"), .number("failed"), .number("set aside"),
            .number("pending"), .number("lost"), .number("doubled"))
        table.add(
            "\(report.accepted)", "\(report.succeeded)", "\(report.rejected)", "\(report.failed)",
            .init(count: Int64(report.setAside), bad: true), "\(report.pending)",
            .init(count: Int64(report.lost), bad: true),
            .init(count: Int64(report.doubled) + report.unordered, bad: true))
        return table
    }

    private static func notices(of report: ReconcileReport) -> Table {
        var table = Table(.number("scans"), .number("notified"), .number("pending"), .number("lost"))
        table.add(
            "\(report.notices.scans)", "\(report.notices.notified)", "\(report.notices.pending)",
            .init(count: report.notices.lost, bad: true))
        return table
    }

    private static func documents(of report: ReconcileReport) -> Table {
        var table = Table(
            "documents", .number("owned"), .number("projected"), .number("missing"), .number("older"),
            .number("surplus"), "hashes")
        for kind in report.documents {
            let hashes = [kind.ownedHash, kind.projectedHash].map { $0.prefix(12) }
            table.add(
                .init(kind.kind), "\(kind.owned)", "\(kind.projected)", .init(count: kind.missing, bad: true),
                .init(count: kind.older, bad: true), .init(count: kind.surplus, bad: true),
                kind.isEqual ? .init("equal \(hashes[0])", .green) : .init("\(hashes[0]) ≠ \(hashes[1])", .red))
        }
        return table
    }
}
