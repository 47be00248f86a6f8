import EventContracts
import Foundation
import Testing

@testable import AllergenService

/// Measures against labelled lists that are not part of this repository.
///
/// `ALLERGEN_CORPUS` names a file with one JSON object a line: lang, text, contains, may_contain_visible, tier, debatable.
@Suite("Corpus", .enabled(if: ProcessInfo.processInfo.environment["ALLERGEN_CORPUS"] != nil))
struct CorpusMeasurement {
    private struct Record: Decodable {
        let lang: String
        let text: String
        let contains: [String]
        let mayContain: [String]
        let tier: String
        let debatable: [String]

        enum CodingKeys: String, CodingKey {
            case lang, text, contains, tier, debatable
            case mayContain = "may_contain_visible"
        }
    }

    private struct Tally {
        var lists = 0
        var found = 0
        var missed = 0
        var invented = 0
        var tracesFound = 0
        var tracesMissed = 0
        var unread = 0
    }

    @Test("ALG-07: recall and precision on the labelled lists, by language")
    func measure() throws {
        let path = try #require(ProcessInfo.processInfo.environment["ALLERGEN_CORPUS"])
        var tallies: [String: Tally] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
            guard ["gold", "agree"].contains(record.tier) else { continue }
            try count(record, in: &tallies[record.lang, default: Tally()])
        }
        print("lang  lists  recall [95 %]  precision [95 %]  missed  invented  traces  unread")
        for (language, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            let recall = Self.interval(tally.found, of: tally.found + tally.missed)
            let precision = Self.interval(tally.found, of: tally.found + tally.invented)
            print(
                "\(language)  \(tally.lists)  \(recall)  \(precision)  \(tally.missed)  \(tally.invented)"
                    + "  \(tally.tracesFound)/\(tally.tracesFound + tally.tracesMissed)  \(tally.unread)")
            #expect(Double(tally.found) >= 0.995 * Double(tally.found + tally.missed), "recall \(language)")
            #expect(Double(tally.found) >= 0.97 * Double(tally.found + tally.invented), "precision \(language)")
        }
    }

    private func count(_ record: Record, in tally: inout Tally) throws {
        let assessment = try LexiconFixture.assess(record.text)
        let found = Set(assessment.allContained.codes.map(\.rawValue)).subtracting(record.debatable)
        let expected = Set(record.contains).subtracting(record.debatable)
        let possible = Set(assessment.allPossible.codes.map(\.rawValue))
        let traces = Set(record.mayContain).subtracting(expected)
        tally.lists += 1
        tally.found += found.intersection(expected).count
        tally.missed += expected.subtracting(found).count
        tally.invented += found.subtracting(expected).count
        tally.tracesFound += traces.intersection(possible).count
        tally.tracesMissed += traces.subtracting(possible).count
        if assessment.gaps.contains(where: \.preventsReading) { tally.unread += 1 }
    }

    /// A share with its Wilson interval, in percent.
    private static func interval(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.96)
        let center = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
        let figures = [p, center - half, center + half].map { String(format: "%.2f", 100 * $0) }
        return "\(figures[0]) [\(figures[1])–\(figures[2])]"
    }
}
