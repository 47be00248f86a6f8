import AllergenService
import EventContracts

/// Measures the shipped matcher on labelled lists.
package struct Measurement: Sendable {
    /// A row of the table: some lists of one language, read in one way.
    package struct Row: Sendable {
        package let language: String
        package let tier: String
        /// Share of characters spoilt.
        package let spoilt: Double
        package let matcher: Tally
        package let baseline: Tally
    }

    /// Shares of characters spoilt, the unspoilt text first.
    package static let shares = [0, 0.02, 0.05, 0.10]

    private let assess: AssessLabel
    private let baseline = PlainWordList()
    private let lists: [LabelledList]

    package init(_ lists: [LabelledList]) throws {
        assess = AssessLabel(lexicon: try Lexicon.builtIn())
        self.lists = lists
    }

    /// One row per language, group of tiers and share of spoilt characters.
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

    private func row(_ language: String, _ tier: String, _ lists: [LabelledList], _ share: Double) -> Row {
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

    private static func codes(_ choices: Set<AllergenChoice>) -> Set<String> {
        Set(choices.compactMap { $0.code?.rawValue })
    }
}
