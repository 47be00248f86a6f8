import Foundation
import Purchases
import Testing

@Suite("Products of till lines, by abbreviations of four languages (SPD-03)")
struct ProductGuessTests {
    /// One line of a till with the product that is meant.
    private struct Line {
        let language: String
        let text: String
        let product: String
        /// Whether the abbreviations were written without it.
        let isHeldBack: Bool
    }

    private static func lines() throws -> [Line] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/lines.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return rows.dropFirst().enumerated().map { index, row in
            let cells = row.split(separator: "\t").map(String.init)
            return Line(language: cells[0], text: cells[1], product: cells[2], isHeldBack: index % 2 == 1)
        }
    }

    @Test("SPD-03: till lines of the test set: product among the first three", arguments: ["en", "fr", "es", "zh"])
    func heldBack(language: String) throws {
        let lines = try Self.lines().filter { $0.language == language }
        let index = ProductIndex(Set(lines.map(\.product)).map { (id: $0, name: $0) })
        let held = lines.filter(\.isHeldBack)
        try #require(held.count >= 50)
        let found = held.map { line in (line, index.candidates(for: line.text, maxCount: 3).map(\.id)) }
        let first = found.count { $0.1.first == $0.0.product }, among = found.count { $0.1.contains($0.0.product) }
        print("till lines \(language): \(held.count), first \(first), among three \(among)")
        #expect(first * 100 >= held.count * 84)
        #expect(among * 100 >= held.count * 87)
    }
}
