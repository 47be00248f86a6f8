/// Joins words that are split by a hyphen with a space beside it: "pea - nuts", "leci -thin".
///
/// A spaced hyphen may also separate two ingredients. The halves are one word if a table contains it, and neither half
/// alone or the whole is an allergen; in a list whose items are separated by hyphens nothing is joined.
struct CutWords {
    let vocabulary: Vocabulary
    let extra: Vocabulary?

    /// Joins the words of a text in place.
    func join(_ tokens: inout [Token], _ marks: inout [Mark], in scalars: [Unicode.Scalar]) {
        let listing = marks.filter { $0.kind == .comma && Self.isHyphen(scalars[Int($0.offset)]) }.count
        let commas = marks.count { $0.kind == .comma } - listing
        guard commas >= listing * 2 else { return }
        var joined: [Int: Int32] = [:]
        for index in tokens.indices.dropLast() where joined[index - 1] == nil {
            if let word = word(tokens[index], tokens[index + 1], in: scalars) { joined[index] = word }
        }
        if !joined.isEmpty { rebuild(&tokens, &marks, joined) }
    }

    private func word(_ first: Token, _ second: Token, in scalars: [Unicode.Scalar]) -> Int32? {
        let between = scalars[Int(first.end)..<Int(second.start)]
        guard between.count <= 4, between.count(where: Self.isHyphen) == 1, between.contains(" "),
            between.allSatisfy({ $0 == " " || Self.isHyphen($0) }), let start = folded(first, scalars),
            let end = folded(second, scalars), start.count + end.count >= 5
        else { return nil }
        let whole = vocabulary.number(word: start + end, extra: extra)
        guard vocabulary.standsAlone(whole) else { return nil }
        let areKnown = (vocabulary.standsAlone(first.word), vocabulary.standsAlone(second.word))
        if areKnown == (false, false) { return whole }
        let bothNameAllergens = vocabulary.namesAllergen(first.word) && vocabulary.namesAllergen(second.word)
        return vocabulary.namesAllergen(whole) && !bothNameAllergens ? whole : nil
    }

    /// Rebuilds the tokens with pairs joined, and the marks with their new token numbers.
    private func rebuild(_ tokens: inout [Token], _ marks: inout [Mark], _ joined: [Int: Int32]) {
        var shorter: [Token] = []
        var places: [Int32] = []
        for (index, token) in tokens.enumerated() {
            places.append(Int32(shorter.count))
            if joined[index - 1] != nil { continue }
            guard let word = joined[index] else {
                shorter.append(token)
                continue
            }
            shorter.append(Token(start: token.start, end: tokens[index + 1].end, word: word, gap: token.gap))
        }
        places.append(Int32(shorter.count))
        marks = marks.compactMap { mark in
            joined[Int(mark.token) - 1] != nil
                ? nil : Mark(kind: mark.kind, offset: mark.offset, token: places[Int(mark.token)])
        }
        tokens = shorter
    }

    private func folded(_ token: Token, _ scalars: [Unicode.Scalar]) -> [UInt8]? {
        ScalarFolding.word(scalars[Int(token.start)..<Int(token.end)])
    }

    static func isHyphen(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "‐" || scalar == "–" }
}
