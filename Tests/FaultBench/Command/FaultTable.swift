import Foundation

/// Prints the fault table.
package enum FaultTable {
    private static let columns = [
        "row", "fault", "protection", "operations", "lost", "doubled", "other wrongs", "s to first good answer",
        "s to lag 0", "seen", "as expected",
    ]

    /// One line for each result, then totals; skipped rows are listed and not counted.
    package static func markdown(_ results: [RowResult], notRun: [(row: Int, why: String)] = []) -> String {
        var lines = [line(columns), line(columns.map { _ in "---" })]
        lines += results.map { line(cells($0)) }
        let sum = results.reduce(0) { $0 + $1.operations }
        lines.append("")
        lines.append("\(sum) operations in \(results.count) rows, \(results.count { !$0.isGood }) not as expected.")
        lines += notRun.map { "**Row \($0.row) was not run: \($0.why).**" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cells(_ result: RowResult) -> [String] {
        let lost = result.findings.count(.lost), doubled = result.findings.count(.doubled)
        let others = result.findings.filter { ![.lost, .doubled].contains($0.kind) }
        return [
            "\(result.row)", result.name, result.isProtected ? result.protection : "without: \(result.protection)",
            "\(result.operations)", "\(lost)", "\(doubled)", short(others), seconds(result.firstAnswerSeconds),
            seconds(result.lagZeroSeconds), result.notes.joined(separator: "; "), result.isGood ? "yes" : "NO",
        ]
    }

    /// The first of several findings, with the number of the others.
    private static func short(_ findings: [Finding]) -> String {
        guard let first = findings.first else { return "0" }
        let text = "\(first)".prefix(80)
        return findings.count > 1 ? "\(text) and \(findings.count - 1) more" : String(text)
    }

    private static func seconds(_ value: Double?) -> String {
        value.map { String(format: "%.1f", $0) } ?? "–"
    }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "/").replacing("\n", with: " ") }.joined(separator: " | ") + " |"
    }
}
