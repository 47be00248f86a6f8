/// Finds lexicon terms in a text of which at least one word is not as printed (ALG-06): possible, never certain.
struct MisreadTerms {
    /// Steps from one token: bounds what look-alikes can multiply to.
    private static let maximumSteps = 200

    private let text: LabelText
    private let lexicon: Lexicon
    private let repairs: TokenRepairs
    private let finder: MentionFinder
    private var mentions: [Mention] = []
    private var steps = 0

    /// All such mentions, in the order of their first tokens.
    static func find(in text: LabelText, finder: MentionFinder) -> [Mention] {
        let repairs = TokenRepairs(text: text, lexicon: finder.lexicon)
        guard !repairs.isEmpty else { return [] }
        var terms = MisreadTerms(text: text, lexicon: finder.lexicon, repairs: repairs, finder: finder)
        for start in text.tokens.indices { terms.search(from: start) }
        return terms.mentions
    }

    private init(text: LabelText, lexicon: Lexicon, repairs: TokenRepairs, finder: MentionFinder) {
        self.text = text
        self.lexicon = lexicon
        self.repairs = repairs
        self.finder = finder
    }

    /// A term may begin at a token or within words that stand without a space.
    private mutating func search(from start: Int) {
        steps = 0
        walk(TokenTrie<Lexicon.Use>.root, at: start, from: start, misread: 0)
        for repair in repairs.byToken[start] ?? [] where repair.words.count > 1 {
            for first in repair.words.indices.dropFirst() {
                follow(
                    repair.words[first...], TokenTrie<Lexicon.Use>.root, at: start, tokens: repair.tokens, from: start,
                    misread: 1)
            }
        }
    }

    private mutating func walk(_ node: Int32, at index: Int, from start: Int, misread: Int) {
        guard index < text.tokens.count, index == start || text.continues(at: index), steps < Self.maximumSteps else {
            return
        }
        steps += 1
        if let next = lexicon.terms.step(from: node, by: text.tokens[index].word) {
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
            guard let next = lexicon.terms.step(from: node, by: word) else { return }
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
        let uses = lexicon.terms.values(at: node)
        guard misread > 0, !uses.isEmpty, isCredible(tokens, misread: misread) else { return }
        for use in finder.chosen(uses, in: text) where use.languages & finder.present != 0 {
            mentions.append(
                Mention(
                    entry: use.entry, spelling: use.spelling, tokens: tokens, isMisread: true,
                    isHan: text.isHan(tokenAt: tokens.lowerBound)))
        }
    }

    /// Of a Chinese term at least half must stand as printed.
    private func isCredible(_ tokens: Range<Int>, misread: Int) -> Bool {
        guard text.isHan(tokenAt: tokens.lowerBound) else { return true }
        return tokens.count >= 2 && misread * 2 <= tokens.count
    }
}
