import Foundation

/// The measurement as a table in Markdown.
package enum AccuracyTable {
    /// All rows, in the order given.
    package static func markdown(_ rows: [Measurement.Row]) -> String {
        let head = [
            "| language | tier | spoilt | n | recall % | precision % | warned % | not detected % "
                + "| could not read % | traces % | extra / 100 | plain list: recall % | precision % |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        return (head + rows.map(line)).joined(separator: "\n")
    }

    private static func line(_ row: Measurement.Row) -> String {
        let cells = [
            row.language, row.tier, "\(Int((row.spoilt * 100).rounded())) %", "\(row.matcher.lists)",
            "\(row.matcher.recall)", "\(row.matcher.precision)", "\(row.matcher.warning)", "\(row.matcher.notDetected)",
            "\(row.matcher.unread)", "\(row.matcher.traces)",
            String(format: "%.1f", row.matcher.extraPerHundred), "\(row.baseline.recall)", "\(row.baseline.precision)",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
