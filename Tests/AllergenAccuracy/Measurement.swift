import AllergenService
import EventContracts

/// Measures the shipped matcher on labelled lists.
package struct Measurement: Sendable {
    /// A row of the table: lists of one language with one share of damaged characters.
    package struct Row: Sendable {
        package let language: String
        package let tier: String
        /// Share of damaged characters.
        package let spoilt: Double
        package let matcher: Tally
        package let baseline: Tally
    }

    /// Shares of damaged characters, the undamaged text first.
    package static let shares = [0, 0.02, 0.05, 0.10]

    private let assess: AssessLabel
    private let baseline = PlainWordList()
    private let lists: [LabeledList]

    package init(_ lists: [LabeledList]) throws {
        assess = AssessLabel(lexicon: try Lexicon.builtIn())
        self.lists = lists
    }

    /// One row per language, group of tiers and share of damaged characters.
    package func rows() -> [Row] {
        let languages = Set(lists.map(\.lang)).sorted()
        let judged: [(name: String, tiers: Set<String>)] =
            [("gold", ["gold"]), ("agree", ["agree"]), ("gold+agree", ["gold", "agree"])]
        let others = Set(lists.map(\.tier)).subtracting(["gold", "agree"]).sorted().map { ($0, Set([$0])) }
        var rows: [Row] = []
        for (name, tiers) in judged + others {
            for share in name == "gold+agree" ? Self.shares : [0] {
                for language in languages {
                    let chosen = lists.filter { $0.lang == language && tiers.contains($0.tier) }
                    if !chosen.isEmpty { rows.append(row(language, name, chosen, share)) }
                }
            }
        }
        return rows
    }

    private func row(_ language: String, _ tier: String, _ lists: [LabeledList], _ share: Double) -> Row {
        var matcher = Tally()
        var plain = Tally()
        for (position, list) in lists.enumerated() {
            var noise = CameraNoise(seed: UInt64(position))
            let text = share == 0 ? list.text : noise.spoil(list.text, share: share)
            let facts = assess.decide(text, profile: AssessmentProfile()).facts
            matcher.add(
                list, held: Self.codes(facts.contains), possible: Self.codes(facts.mayContain.union(facts.traces)),
                isComplete: facts.complete)
            plain.add(list, held: baseline.find(in: text), possible: [])
        }
        return Row(language: language, tier: tier, spoilt: share, matcher: matcher, baseline: plain)
    }

    /// The errors that must not happen, one per line: allergens of labelled lists answered with *not detected*, with
    /// the share of damaged characters and the text as it was read.
    package func missed() -> [String] {
        let judged = Dictionary(grouping: lists.filter { ["gold", "agree"].contains($0.tier) }, by: \.lang)
        return judged.sorted { $0.key < $1.key }.flatMap { language, lists in
            lists.enumerated().flatMap { position, list in
                Self.shares.flatMap { share in missed(list, position, share, language) }
            }
        }
    }

    private func missed(_ list: LabeledList, _ position: Int, _ share: Double, _ language: String) -> [String] {
        var noise = CameraNoise(seed: UInt64(position))
        let text = share == 0 ? list.text : noise.spoil(list.text, share: share)
        let facts = assess.decide(text, profile: AssessmentProfile()).facts
        guard facts.complete else { return [] }
        let named = Self.codes(facts.contains.union(facts.mayContain).union(facts.traces))
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return list.contains.subtracting(list.debatable).subtracting(named).sorted().map { code in
            "missed\t\(language)\t\(share)\t\(code)\t\(line)"
        }
    }

    private static func codes(_ choices: Set<AllergenChoice>) -> Set<String> {
        Set(choices.compactMap { $0.code?.rawValue })
    }
}
