/// Reads a compound food's own ingredient list: "wafer (potato starch, sugar)".
///
/// An ingredient of doubtful origin is judged by the origin in the brackets after it: "lecithin (sunflower)". A food
/// that usually contains an allergen is judged by its own list in brackets: if that list lacks the allergen, the food's
/// name makes it *possible* only.
struct OwnLists {
    /// Maximum number of marks of a list; longer ones are skipped, to limit the cost of a text full of brackets.
    private static let maxMarks = 500

    private let text: LabelText
    /// Mentions of an origin outside the fourteen allergens.
    private let origins: [Range<Int>]
    private let fillers: Set<Int32>

    init(text: LabelText, phrases: [LabelPhrase], lexicon: Lexicon) {
        self.text = text
        fillers = lexicon.fillers
        origins = phrases.filter { $0.role == .origin }.map(\.tokens)
    }

    /// The hits, with the meaning of compound foods reduced and declared sources no longer doubtful.
    func resolve(_ hits: [AllergenHit]) -> [AllergenHit] {
        guard hits.contains(where: { $0.meaning == .usual || $0.meaning == .possible }) else { return hits }
        return hits.indices.compactMap { index in
            switch hits[index].meaning {
            case .usual: lowered(hits[index], followers: hits[(index + 1)...])
            case .possible:
                isDeclared(hits[index], followers: hits[(index + 1)...]) || isNamedBeside(index, hits)
                    ? nil : hits[index]
            case .certain, .none, .vague, .diet: hits[index]
            }
        }
    }

    private func lowered(_ hit: AllergenHit, followers: ArraySlice<AllergenHit>) -> AllergenHit {
        guard let list = list(behind: hit.tokens.upperBound) ?? listBehindColon(hit.tokens.upperBound), list.isLong
        else { return hit }
        let within = followers.prefix { $0.tokens.lowerBound < list.tokens.upperBound }
        let isListed = within.contains { other in
            list.tokens.contains(other.tokens.lowerBound) && !other.allergens.isDisjoint(with: hit.allergens)
        }
        var hit = hit
        if !isListed { hit.meaning = .possible }
        return hit
    }

    /// Whether the label states the source of a doubtful ingredient: "lecithin (soy)", "vegetable protein (pea)".
    private func isDeclared(_ hit: AllergenHit, followers: ArraySlice<AllergenHit>) -> Bool {
        guard hit.allergens.codes.count > 1, let list = list(behind: hit.tokens.upperBound) else { return false }
        if isOrigin(in: list.tokens) { return true }
        let within = followers.prefix { $0.tokens.lowerBound < list.tokens.upperBound }
        return within.contains { other in
            other.meaning.isPositive && !other.isMisread && list.tokens.contains(other.tokens.lowerBound)
                && !other.allergens.isDisjoint(with: hit.allergens)
        }
    }

    /// Whether the source of an ingredient is part of its name or directly beside it: "egg lecithin", "lécithine
    /// d'œuf".
    private func isNamedBeside(_ index: Int, _ hits: [AllergenHit]) -> Bool {
        let hit = hits[index]
        guard hit.entry.allergens.codes.count > 1 else { return false }
        return hits[max(0, index - 2)..<min(hits.count, index + 3)].contains { other in
            guard other.meaning.isPositive, !other.isMisread, !other.allergens.isDisjoint(with: hit.entry.allergens)
            else {
                return false
            }
            return other.tokens.clamped(to: hit.tokens) == hit.tokens
                || isBeside(other.tokens.upperBound, hit.tokens.lowerBound, limit: 0)
                || isBeside(hit.tokens.upperBound, other.tokens.lowerBound, limit: 2)
        }
    }

    /// Whether there are only a few filler words between two hits of one ingredient.
    private func isBeside(_ lower: Int, _ upper: Int, limit: Int) -> Bool {
        guard lower <= upper, upper - lower <= limit else { return false }
        return (lower...upper).allSatisfy { text.tokens[$0].gap <= .soft }
            && (lower..<upper).allSatisfy { fillers.contains(text.tokens[$0].word) }
    }

    private func isOrigin(in tokens: Range<Int>) -> Bool {
        var low = 0
        var high = origins.count
        while low < high {
            let middle = (low + high) / 2
            if origins[middle].lowerBound < tokens.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < origins.count && tokens.contains(origins[low].lowerBound)
    }

    /// The list between a colon right after an ingredient and the end of the sentence: "wafer: potato starch, sugar".
    private func listBehindColon(_ end: Int) -> (tokens: Range<Int>, isLong: Bool)? {
        let marks = text.marks(from: end)
        guard let colon = marks.first, colon.kind == .colon, Int(colon.token) == end else { return nil }
        let within = marks.prefix(Self.maxMarks).prefix { $0.kind != .sentence && $0.kind != .paragraph }
        let isShort = within.count == Self.maxMarks
        let last = marks.dropFirst(within.count).first.map { Int($0.token) } ?? text.tokens.count
        return isShort ? nil : (end..<last, within.contains { $0.kind == .comma })
    }

    /// The content of the bracket that opens after an ingredient, long if it has a comma; nil if no bracket opens.
    private func list(behind end: Int) -> (tokens: Range<Int>, isLong: Bool)? {
        var depth = 0
        var start = end
        var isLong = false
        for mark in text.marks(from: end).prefix(Self.maxMarks) {
            switch mark.kind {
            case .open:
                if depth == 0 { start = Int(mark.token) }
                depth += 1
            case .close:
                depth -= 1
                if depth <= 0 { return depth == 0 ? (start..<Int(mark.token), isLong) : nil }
            case .comma:
                if depth == 0 { return nil }
                isLong = true
            case .sentence, .paragraph:
                if depth == 0 { return nil }
            case .colon, .line, .percent:
                continue
            }
        }
        return nil
    }
}
