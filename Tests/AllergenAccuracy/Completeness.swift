import AllergenService
import EventContracts

/// Measures how many real lists are read completely, and how many with an unknown word are wrongly taken as complete.
package struct Completeness: Sendable {
    /// Lists of one language.
    struct Row {
        let language: String
        var lists = 0
        var complete = 0
        /// Number of lists that were complete before a word was inserted.
        var tried = 0
        /// Number of these that are still complete although the inserted word was not recognized.
        var passed = 0
        /// The same number for an inserted word that is followed by a known word, where a misprint is more likely.
        var passedBeside = 0
        /// Number of incomplete lists, by reason.
        var reasons: [IncompleteReason: Int] = [:]

        /// Lists in legible print: neither truncated, garbled nor misprinted, and really lists.
        var legible: Int { complete + reasons[.unknownWord, default: 0] }
    }

    /// Number of positions in each list at which a word is inserted.
    private static let triesPerList = 4
    /// Tiers whose lists are labelled reliably.
    private static let tiers: Set<String> = ["gold", "agree"]

    private let assess: AssessLabel
    private let lists: [LabeledList]
    private let printed: PrintedWords

    package init(_ lists: [LabeledList]) throws {
        assess = AssessLabel(lexicon: try Lexicon.builtIn())
        self.lists = lists
        printed = PrintedWords(lists)
    }

    /// The evidence for completeness, one item per line, for extending the vocabulary: `unknown` words with their
    /// list's language and position; `foreign` names that were found, with their languages; the `reason`s of incomplete
    /// lists; for complete lists, the allergens that were `found` and the inserted words that `passed`.
    package func details() -> [String] {
        var lines: [String] = []
        for (position, list) in lists.enumerated() {
            let answer = assess.decide(list.text, profile: AssessmentProfile())
            lines += answer.unknownWords.map { "unknown\t\(list.lang)\t\(position)\t\($0)" }
            for evidence in Set(
                (answer.contains + answer.mayContain).flatMap(\.evidence).filter(\.isForeign).map(\.said))
            {
                lines.append("foreign\t\(list.lang)\t\(position)\t\(evidence)")
            }
            guard answer.complete else {
                let reason = printed.reason(list.text, unknown: answer.unknownWords)
                lines.append("reason\t\(list.lang)\t\(position)\t\(reason)\t\(list.tier)")
                continue
            }
            lines.append("found\t\(list.lang)\t\(position)\t\(answer.named.joined(separator: " "))")
            for beside in [false, true] {
                lines += passing(list, position, beside: beside).map {
                    "passed\(beside ? " beside" : "")\t\(list.lang)\t\(position)\t\($0)"
                }
            }
        }
        return lines
    }

    /// The measurement as two Markdown tables: complete lists with inserted words that passed, and why lists are
    /// incomplete.
    package func markdown() -> String {
        let rows = Set(lists.map(\.lang)).sorted().map(row)
        let passed = rows.map { row in
            "| \(row.language) | \(row.lists) | \(Share(part: row.complete, whole: row.lists)) "
                + "| \(Share(part: row.complete, whole: row.legible)) | \(row.tried) "
                + "| \(Share(part: row.passed, whole: row.tried)) "
                + "| \(Share(part: row.passedBeside, whole: row.tried)) |"
        }
        let reasons = rows.map { row in
            "| \(row.language) | "
                + IncompleteReason.allCases.map { String(row.reasons[$0, default: 0]) }.joined(separator: " | ") + " |"
        }
        let titles = IncompleteReason.allCases.map(\.title).joined(separator: " | ")
        return
            ([
                """
                | language | lists | complete % | of legible ones % | with a strange word | passed % | with a word \
                behind it % |
                """,
                "|---|---|---|---|---|---|---|",
            ] + passed + [
                "", "| not complete | \(titles) |",
                "|---|" + String(repeating: "---|", count: IncompleteReason.allCases.count),
            ] + reasons).joined(separator: "\n")
    }

    private func row(_ language: String) -> Row {
        var row = Row(language: language)
        for (position, list) in lists.enumerated() where list.lang == language && Self.tiers.contains(list.tier) {
            row.lists += 1
            let answer = assess.decide(list.text, profile: AssessmentProfile())
            guard answer.complete else {
                row.reasons[printed.reason(list.text, unknown: answer.unknownWords), default: 0] += 1
                continue
            }
            row.complete += 1
            row.tried += Self.triesPerList
            row.passed += passing(list, position, beside: false).count
            row.passedBeside += passing(list, position, beside: true).count
        }
        return row
    }

    /// The inserted words with which a list is still complete although they were not found, each alone or followed by
    /// "powder".
    private func passing(_ list: LabeledList, _ position: Int, beside: Bool) -> [String] {
        (0..<Self.triesPerList).compactMap { attempt in
            var words = StrangeWords(seed: UInt64(position * Self.triesPerList + attempt))
            let (text, word) = words.insert(into: list.text, language: list.lang, beside: beside)
            let answer = assess.decide(text, profile: AssessmentProfile())
            return answer.complete && !answer.names(word) ? word : nil
        }
    }
}

extension Assessment {
    /// Codes of the allergens that the list names as contained or possible.
    fileprivate var named: [String] { allContained.union(allPossible).codes.map(\.rawValue).sorted() }

    /// Whether a finding is based on a word.
    fileprivate func names(_ word: String) -> Bool {
        (contains + mayContain).contains { finding in
            finding.evidence.contains { $0.text.contains(word) || word.contains($0.text) }
        }
    }
}

extension Evidence {
    fileprivate var isForeign: Bool { !languages.isEmpty }
    /// The words and their languages.
    fileprivate var said: String { "\(text)\t\(concept ?? "")\t\(languages.joined(separator: " "))" }
}
