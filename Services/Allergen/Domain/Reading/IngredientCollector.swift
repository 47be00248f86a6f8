/// Splits the ingredient sections of a text into ingredients, in one pass over its marks.
struct IngredientCollector {
    private let text: LabelText
    private let limit: Int
    private var ingredients: [ListedIngredient] = []
    /// Index of the ingredient that each open bracket belongs to, the innermost last.
    private var owners: [Int?] = []
    private var depth = 0
    private(set) var isShortened = false
    /// The parts of contains, may-contain and free-from statements, between their commas.
    private(set) var statementParts: [Range<Int>] = []

    init(text: LabelText, limit: Int) {
        self.text = text
        self.limit = limit
    }

    mutating func collect(_ sections: [LabelSection]) -> [ListedIngredient] {
        var markIndex = 0
        for section in sections {
            while markIndex < text.marks.count, Int(text.marks[markIndex].token) <= section.tokens.lowerBound {
                follow(text.marks[markIndex])
                markIndex += 1
            }
            var start = section.tokens.lowerBound
            while markIndex < text.marks.count, Int(text.marks[markIndex].token) <= section.tokens.upperBound {
                let mark = text.marks[markIndex]
                if separates(mark) {
                    add(start..<Int(mark.token), in: section)
                    start = Int(mark.token)
                } else if mark.kind == .percent {
                    note(percentAt: Int(mark.offset), pending: start..<Int(mark.token))
                }
                follow(mark)
                markIndex += 1
            }
            add(start..<section.tokens.upperBound, in: section)
        }
        return ingredients
    }

    private func separates(_ mark: Mark) -> Bool {
        switch mark.kind {
        case .comma, .open, .close, .sentence, .paragraph: true
        case .line: text.linesSeparate
        case .colon, .percent: false
        }
    }

    /// Tracks brackets.
    private mutating func follow(_ mark: Mark) {
        switch mark.kind {
        case .open:
            depth += 1
            if owners.count < 256 { owners.append(ingredients.indices.last) }
        case .close:
            depth = max(0, depth - 1)
            if owners.count > depth { owners.removeLast() }
        case .paragraph:
            depth = 0
            owners.removeAll(keepingCapacity: true)
        case .comma, .colon, .sentence, .line, .percent:
            return
        }
    }

    private mutating func add(_ tokens: Range<Int>, in section: LabelSection) {
        switch section.kind {
        case .containsStatement, .traceStatement, .freeFromStatement:
            if !tokens.isEmpty { statementParts.append(tokens) }
        case .preface, .ingredients, .afterList: break
        }
        guard section.kind == .ingredients, let span = text.span(tokens), holdsWord(tokens) else { return }
        guard ingredients.count < limit else {
            isShortened = true
            return
        }
        ingredients.append(
            ListedIngredient(
                text: text.string(scalarRange: span), start: span.lowerBound, length: span.count,
                depth: min(depth, 255), percent: pendingPercent(behind: span, tokens), tokens: tokens))
    }

    /// Whether the tokens contain a word; figures alone, as in "(40 %)", are not an ingredient.
    private func holdsWord(_ tokens: Range<Int>) -> Bool {
        tokens.contains { index in
            let token = text.tokens[index]
            return text.scalars[Int(token.start)..<Int(token.end)].contains { $0.isLetter }
        }
    }

    /// Records a percentage; one that is alone in a bracket belongs to the ingredient before the bracket.
    private mutating func note(percentAt offset: Int, pending: Range<Int>) {
        guard (1...4).contains(pending.count), !holdsWord(pending), let owner = owners.last ?? nil,
            ingredients[owner].percent == nil
        else { return }
        ingredients[owner].percent = number(before: offset)
    }

    /// The percentage among an ingredient's own words.
    private func pendingPercent(behind span: Range<Int>, _ tokens: Range<Int>) -> Double? {
        for index in tokens {
            let end = Int(text.tokens[index].end)
            guard isDigit(text.scalars[end - 1]) else { continue }
            var offset = end
            while offset < text.scalars.count, offset < end + 2, text.scalars[offset] == " " { offset += 1 }
            if offset < text.scalars.count, ScalarFolding.narrow(text.scalars[offset]) == "%" {
                return number(before: offset)
            }
        }
        return nil
    }

    /// The decimal number that ends before an offset; at most eight digits are read.
    private func number(before offset: Int) -> Double? {
        var digits: [Character] = []
        var index = offset - 1
        while index >= 0, text.scalars[index].properties.isWhitespace, offset - index < 3 { index -= 1 }
        while index >= 0, digits.count < 8 {
            let scalar = ScalarFolding.narrow(text.scalars[index])
            guard isDigit(scalar) || scalar == "," || scalar == "." else { break }
            digits.append(scalar == "," ? "." : Character(scalar))
            index -= 1
        }
        guard let value = Double(String(digits.reversed())), value <= 100 else { return nil }
        return value
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(ScalarFolding.narrow(scalar).value)
    }
}
