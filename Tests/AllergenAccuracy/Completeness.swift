import AllergenService
import EventContracts

/// Measures how many real lists are read in full, and how many that hold a word without a known meaning pass for it.
package struct Completeness: Sendable {
    /// Lists of one language.
    struct Row {
        let language: String
        var lists = 0
        var complete = 0
        /// Lists that were read in full before a word was put into them.
        var tried = 0
        /// Of those, the ones still complete although nothing was found in the word.
        var passed = 0
    }

    /// Words in so many places of each list.
    private static let triesPerList = 4

    private let assess: AssessLabel
    private let lists: [LabelledList]

    package init(_ lists: [LabelledList]) throws {
        assess = AssessLabel(lexicon: try Lexicon.builtIn())
        self.lists = lists
    }

    /// What decides whether lists are complete, one a line, for whoever extends the vocabulary: `unknown` words with their
    /// list's language and position; `foreign` names that were found, with their languages; `passed` strange words.
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
            guard answer.complete else { continue }
            lines += passing(list, position).map { "passed\t\(list.lang)\t\(position)\t\($0)" }
        }
        return lines
    }

    /// The measurement as a table in Markdown.
    package func markdown() -> String {
        let rows = Set(lists.map(\.lang)).sorted().map(row)
        let head = [
            "| language | lists | complete % | with a strange word | passed % |", "|---|---|---|---|---|",
        ]
        return
            (head
            + rows.map { row in
                "| \(row.language) | \(row.lists) | \(Share(part: row.complete, whole: row.lists)) | \(row.tried) "
                    + "| \(Share(part: row.passed, whole: row.tried)) |"
            }).joined(separator: "\n")
    }

    private func row(_ language: String) -> Row {
        var row = Row(language: language)
        for (position, list) in lists.enumerated() where list.lang == language {
            row.lists += 1
            guard assess.decide(list.text, profile: AssessmentProfile()).complete else { continue }
            row.complete += 1
            row.tried += Self.triesPerList
            row.passed += passing(list, position).count
        }
        return row
    }

    /// The strange words that leave a list complete without being found.
    private func passing(_ list: LabelledList, _ position: Int) -> [String] {
        (0..<Self.triesPerList).compactMap { attempt in
            var words = StrangeWords(seed: UInt64(position * Self.triesPerList + attempt))
            let (text, word) = words.insert(into: list.text, language: list.lang)
            let answer = assess.decide(text, profile: AssessmentProfile())
            return answer.complete && !answer.names(word) ? word : nil
        }
    }
}

extension Assessment {
    /// Whether a finding rests on a word.
    fileprivate func names(_ word: String) -> Bool {
        (contains + mayContain).contains { finding in
            finding.evidence.contains { $0.text.contains(word) || word.contains($0.text) }
        }
    }
}

extension Evidence {
    fileprivate var isForeign: Bool { !languages.isEmpty }
    /// The words and the languages they are of.
    fileprivate var said: String { "\(text)\t\(concept ?? "")\t\(languages.joined(separator: " "))" }
}
