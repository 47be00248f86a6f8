/// Maximum number of steps from one token: limits the combinations of look-alikes.
private let maximumSteps = 200

/// Finds terms with at least one misread word (ALG-06); such a finding is possible, never certain.
struct MisreadTerms<Value: Sendable> {
    /// A term that ends at a place of the text if some of its words are corrected.
    struct Match {
        let values: [Value]
        let tokens: Range<Int>
    }

    private let text: LabelText
    private let terms: TokenTrie<Value>
    private let repairs: TokenRepairs
    private var matches: [Match] = []
    private var steps = 0

    /// All misread terms, in the order of their first tokens.
    static func find(_ terms: TokenTrie<Value>, in text: LabelText, repairs: TokenRepairs) -> [Match] {
        guard !repairs.isEmpty else { return [] }
        var search = MisreadTerms(text: text, terms: terms, repairs: repairs)
        for start in text.tokens.indices { search.search(from: start) }
        return search.matches
    }

    private init(text: LabelText, terms: TokenTrie<Value>, repairs: TokenRepairs) {
        self.text = text
        self.terms = terms
        self.repairs = repairs
    }

    /// A term may begin at a token or within words that are printed without a space.
    private mutating func search(from start: Int) {
        steps = 0
        walk(TokenTrie<Value>.root, at: start, from: start, misread: 0)
        for repair in repairs.byToken[start] ?? [] where repair.words.count > 1 {
            for first in repair.words.indices.dropFirst() {
                follow(
                    repair.words[first...], TokenTrie<Value>.root, at: start, tokens: repair.tokens, from: start,
                    misread: 1)
            }
        }
    }

    private mutating func walk(_ node: Int32, at index: Int, from start: Int, misread: Int) {
        guard index < text.tokens.count, index == start || text.continues(at: index), steps < maximumSteps else {
            return
        }
        steps += 1
        if let next = terms.step(from: node, by: text.tokens[index].word) {
            arrive(next, at: index + 1, from: start, misread: misread)
        }
        for repair in repairs.byToken[index] ?? [] {
            follow(repair.words[...], node, at: index, tokens: repair.tokens, from: start, misread: misread + 1)
        }
    }

    private mutating func follow(
        _ words: ArraySlice<Int32>, _ node: Int32, at index: Int, tokens: Int, from start: Int, misread: Int
    ) {
        var node = node
        for (position, word) in words.enumerated() {
            guard let next = terms.step(from: node, by: word) else { return }
            node = next
            if position < words.count - 1 { emit(node, start..<index + tokens, misread: misread) }
        }
        arrive(node, at: index + tokens, from: start, misread: misread)
    }

    private mutating func arrive(_ node: Int32, at index: Int, from start: Int, misread: Int) {
        emit(node, start..<index, misread: misread)
        walk(node, at: index, from: start, misread: misread)
    }

    private mutating func emit(_ node: Int32, _ tokens: Range<Int>, misread: Int) {
        let values = terms.values(at: node)
        guard misread > 0, !values.isEmpty, isCredible(tokens, misread: misread) else { return }
        matches.append(Match(values: values, tokens: tokens))
    }

    /// At least half of a Chinese term must match exactly.
    private func isCredible(_ tokens: Range<Int>, misread: Int) -> Bool {
        guard text.isHan(tokenAt: tokens.lowerBound) else { return true }
        return tokens.count >= 2 && misread * 2 <= tokens.count
    }
}
