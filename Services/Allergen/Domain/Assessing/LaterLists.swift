/// Finds lists behind the end of the first one that have no heading of their own, such as "Topping: sugar, cocoa".
///
/// Text behind the list may use any words, but an unknown word in a further list may name an allergen.
struct LaterLists {
    /// Elements between commas that make a list.
    private static let minElements = 3
    /// Elements with a common food or an allergen's name; sentences with commas have fewer.
    private static let minFoods = 2
    /// Maximum mean number of words of an element; sentences have more.
    private static let maxElementWords = 4

    let text: LabelText
    let lexicon: Lexicon
    let known: KnownTokens

    /// The elements of all such lists, in the order of the text.
    func elements(in sections: [LabelSection]) -> [Range<Int>] {
        sections.filter { $0.kind == .afterList }.flatMap { elements(in: $0.tokens) }
    }

    /// A list begins behind a colon or an opening bracket, and ends with its sentence or line.
    private func elements(in section: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var list: [Range<Int>] = []
        var start: Int?
        func add(until end: Int) {
            if let start, start < end { list.append(start..<end) }
        }
        func finish(at end: Int) {
            add(until: end)
            if isList(list) { found += list }
            list = []
            start = nil
        }
        for mark in text.marks(from: section.lowerBound) {
            let token = Int(mark.token)
            guard token < section.upperBound else { break }
            switch mark.kind {
            case .colon, .open:
                add(until: token)
                start = token
            case .comma, .close:
                add(until: token)
                if start != nil { start = token }
            case .sentence, .paragraph: finish(at: token)
            case .line: if text.opensNext(mark) { finish(at: token) }
            case .percent: break
            }
        }
        finish(at: section.upperBound)
        return found
    }

    private func isList(_ elements: [Range<Int>]) -> Bool {
        let words = elements.reduce(0) { $0 + $1.count { !text.isHan(tokenAt: $0) } }
        return elements.count >= Self.minElements && words <= elements.count * Self.maxElementWords
            && elements.count(where: isFood) >= Self.minFoods
    }

    /// Whether an element without figures names a common food or an allergen: "fat 3 g" belongs to a table.
    private func isFood(_ element: Range<Int>) -> Bool {
        guard !element.contains(where: holdsFigure) else { return false }
        if element.allSatisfy(text.isHan) { return element.allSatisfy { known[$0] == .content } }
        return element.contains { index in
            let word = text.tokens[index].word
            return word != Token.unknown && (lexicon.staples.contains(word) || lexicon.vocabulary.namesAllergen(word))
        }
    }

    private func holdsFigure(_ index: Int) -> Bool {
        let token = text.tokens[index]
        return text.scalars[Int(token.start)..<Int(token.end)].contains { $0.isNumeric }
    }
}
