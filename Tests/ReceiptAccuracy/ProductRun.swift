import Foundation
import Purchases

/// Measures how often the words of a till line alone lead to the product that is meant, among all products of its
/// language in the file.
enum ProductRun {
    private struct Line {
        let language: String
        let text: String
        let product: String
        /// Whether the abbreviations were written without it.
        let isHeldBack: Bool
    }

    /// The measurement of a file of lines as a table in Markdown.
    static func table(_ file: String) throws -> String {
        let lines = try read(file)
        var rows = ["| till lines | part | n | first | among three |", "|---|---|---|---|---|"]
        for language in Set(lines.map(\.language)).sorted() {
            let own = lines.filter { $0.language == language }
            rows += row(language, "held back", own.filter(\.isHeldBack), among: own)
        }
        rows += row("all", "development", lines.filter { !$0.isHeldBack }, among: lines)
        rows += row("all", "held back", lines.filter(\.isHeldBack), among: lines)
        return rows.joined(separator: "\n")
    }

    private static func row(_ title: String, _ part: String, _ lines: [Line], among all: [Line]) -> [String] {
        var first = 0, among = 0
        for (language, lines) in Dictionary(grouping: lines, by: \.language) {
            let products = Set(all.filter { $0.language == language }.map(\.product))
            let index = ProductIndex(products.map { (id: $0, name: $0) })
            for line in lines {
                let found = index.candidates(for: line.text, maxCount: 3).map(\.id)
                first += found.first == line.product ? 1 : 0
                among += found.contains(line.product) ? 1 : 0
            }
        }
        return ["| \(title) | \(part) | \(lines.count) | \(share(first, lines)) | \(share(among, lines)) |"]
    }

    private static func share(_ count: Int, _ lines: [Line]) -> String {
        String(format: "%.1f %%", 100 * Double(count) / Double(max(lines.count, 1)))
    }

    private static func read(_ file: String) throws -> [Line] {
        let rows = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        return rows.dropFirst().enumerated().map { index, row in
            let cells = row.split(separator: "\t").map(String.init)
            return Line(language: cells[0], text: cells[1], product: cells[2], isHeldBack: index % 2 == 1)
        }
    }
}
