/// Finds additives that a label names only by their number: "preservative (220)", "防腐剂（223）".
///
/// Digits are read only in a bracket that contains nothing but such numbers, without units and percentages, and in a
/// series behind the name of their class.
struct AdditiveNumbers {
    private static let maxListLength = 24

    let lexicon: Lexicon

    /// The mentions of all terms that equal one of the numbers with an E in front.
    func find(in text: LabelText) -> [(uses: [Lexicon.Use], tokens: Range<Int>)] {
        var found: [(uses: [Lexicon.Use], tokens: Range<Int>)] = []
        for (position, mark) in text.marks.enumerated() where mark.kind == .open && mark.token > 0 {
            let codes = codes(behind: position, in: text)
            for index in codes {
                let number = lexicon.vocabulary.number(word: [UInt8(ascii: "e")] + figures(index, text), extra: nil)
                guard number != Token.unknown,
                    let node = lexicon.terms.step(from: TokenTrie<Lexicon.Use>.root, by: number)
                else { continue }
                found.append((lexicon.terms.values(at: node), index..<index + 1))
            }
        }
        return found + inSeries(text)
    }

    /// Numbers in a series behind the name of their class: "preservatives 202 and 223", "emulsifiers: 471, 322".
    private func inSeries(_ text: LabelText) -> [(uses: [Lexicon.Use], tokens: Range<Int>)] {
        var found: [(uses: [Lexicon.Use], tokens: Range<Int>)] = []
        var group: Int32?
        for index in text.tokens.indices {
            let token = text.tokens[index]
            if token.gap == .line || token.gap == .sentence { group = nil }
            if isCode(index, text) {
                guard let start = group, endsElement(index, text),
                    let node = lexicon.terms.step(from: start, by: token.word)
                else { continue }
                found.append((lexicon.terms.values(at: node), index..<index + 1))
            } else if !lexicon.coordinators.contains(token.word) {
                // A single letter is not the name of a class: "vitamin E, 220".
                let isClass = token.end - token.start > 1
                group = isClass ? lexicon.terms.step(from: TokenTrie<Lexicon.Use>.root, by: token.word) : nil
            }
        }
        return found
    }

    /// Whether neither a unit nor a percent sign follows a number.
    private func endsElement(_ index: Int, _ text: LabelText) -> Bool {
        let next = index + 1
        if text.marks(in: next...next).contains(where: { $0.kind == .percent }) { return false }
        return next >= text.tokens.count || text.tokens[next].gap >= .line
            || lexicon.coordinators.contains(text.tokens[next].word)
    }

    /// The tokens of a bracket that contains only numbers of additives.
    private func codes(behind opening: Int, in text: LabelText) -> Range<Int> {
        let start = Int(text.marks[opening].token)
        for mark in text.marks[(opening + 1)...].prefix(Self.maxListLength) {
            switch mark.kind {
            case .comma: continue
            case .close:
                let tokens = start..<Int(mark.token)
                return tokens.allSatisfy { isCode($0, text) } ? tokens : 0..<0
            case .open, .colon, .sentence, .line, .paragraph, .percent: return 0..<0
            }
        }
        return 0..<0
    }

    /// Three or four digits, optionally followed by a letter: "150d".
    private func isCode(_ index: Int, _ text: LabelText) -> Bool {
        let figures = figures(index, text)
        let digits = figures.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (3...4).contains(digits.count) && figures.count - digits.count <= 1
    }

    private func figures(_ index: Int, _ text: LabelText) -> [UInt8] {
        text.scalars[Int(text.tokens[index].start)..<Int(text.tokens[index].end)].compactMap { scalar in
            guard case .word(let bytes) = ScalarFolding.fold(scalar) else { return nil }
            var folded: [UInt8] = []
            bytes.append(to: &folded)
            return folded.first
        }
    }
}
