/// Finds the ingredients of a list that the lexicon does not know: each may be an allergen under another name.
///
/// An ingredient is known if all its words are known and at least one names an ingredient. One unknown word makes the
/// whole list incomplete, whatever its length. In a statement such as "may contain nuts and X" a part with an unknown
/// word and without the name of an allergen does the same, and so does an element of a list behind the end of the
/// first one. Chinese characters are known if they form a word of a
/// table.
struct UnknownWords {
    /// Ingredients with a word that no table has, in the order of the text.
    let ingredients: [ListedIngredient]
    /// The words themselves, as given.
    let words: [String]

    /// Finds the unknown ingredients of a text.
    /// - Parameters:
    ///   - reading: The text with its ingredients.
    ///   - later: The elements of lists behind the end of the first one.
    ///   - known: The tokens known to the lexicon, foreign names and custom ingredients.
    ///   - isNamed: Whether a token belongs to the name of an allergen.
    init(reading: LabelReading, later: [Range<Int>], known: KnownTokens, isNamed: (Int) -> Bool) {
        let text = reading.text
        var ingredients: [ListedIngredient] = []
        var words: [String] = []
        for ingredient in reading.ingredients {
            let tokens = ingredient.tokens.filter { Self.isWord($0, in: text) }
            let holdsContent = ingredient.tokens.contains { known[$0] == .content || Self.isCode($0, in: text) }
            let strange = tokens.filter { known[$0] == .unknown }
            if !strange.isEmpty {
                ingredients.append(ingredient)
                words += strange.map { text.string($0..<$0 + 1) }
            } else if !holdsContent, !tokens.isEmpty, !Self.isRemark(ingredient.tokens, in: text, known: known) {
                ingredients.append(ingredient)
                words.append(ingredient.text)
            }
        }
        for part in reading.statementParts {
            // A statement of absence may use any words.
            let isFreeFrom = reading.sections.contains {
                $0.kind == .freeFromStatement && $0.tokens.contains(part.lowerBound)
            }
            for named in isFreeFrom ? [part] : Self.joined(part, known) {
                let printed = named.filter { Self.isWord($0, in: text) }
                let strange = printed.filter { known[$0] == .unknown }
                // "May contain nuts from Blorpt" names an allergen, so the unknown word is explained; in "may contain
                // nuts and blorptan" the unknown word may be a second allergen.
                let isExplained =
                    isFreeFrom ? strange.count < printed.count : named.contains { known[$0] == .content && isNamed($0) }
                if !strange.isEmpty, !isExplained, let unknown = reading.listed(named) {
                    ingredients.append(unknown)
                    words += strange.map { text.string($0..<$0 + 1) }
                }
            }
        }
        for element in later {
            let strange = element.filter { Self.isWord($0, in: text) && known[$0] == .unknown }
            if !strange.isEmpty, let unknown = reading.listed(element) {
                ingredients.append(unknown)
                words += strange.map { text.string($0..<$0 + 1) }
            }
        }
        self.ingredients = ingredients
        self.words = words
    }

    /// The parts of a statement between "and" and "or".
    private static func joined(_ part: Range<Int>, _ known: KnownTokens) -> [Range<Int>] {
        var parts: [Range<Int>] = [], start = part.lowerBound
        for index in part where known.joins(index) {
            parts.append(start..<index)
            start = index + 1
        }
        return parts + [start..<part.upperBound]
    }

    /// Whether a part is only a quantity or joining words: "By 4.3", "less than 1", "and/or", "per L".
    private static func isRemark(_ tokens: Range<Int>, in text: LabelText, known: KnownTokens) -> Bool {
        tokens.allSatisfy { known.joins($0) || !isWord($0, in: text) }
            || tokens.contains { index in
                scalars(of: index, in: text).allSatisfy { $0.isNumeric } || isUnit(index, in: text)
            }
    }

    /// Whether a token is a one-letter unit: gram or liter.
    private static func isUnit(_ index: Int, in text: LabelText) -> Bool {
        let scalars = scalars(of: index, in: text)
        return scalars.count == 1 && scalars.allSatisfy("gGlL".unicodeScalars.contains)
    }

    /// Whether a token is a word: not a figure, code, unit or single letter ("vitamin A", "β-carotene").
    private static func isWord(_ index: Int, in text: LabelText) -> Bool {
        if text.isHan(tokenAt: index) { return true }
        let scalars = scalars(of: index, in: text)
        if scalars.contains(where: { $0.isNumeric }) { return isDamaged(scalars) && !isFormula(scalars) }
        if isVitamin(scalars) || isAddress(index, in: text) { return false }
        guard scalars.count == 1, let letter = scalars.first else { return true }
        return letter.value > 0x52F
    }

    /// Whether a word contains a digit that was read in place of a letter: "noiset7es".
    private static func isDamaged(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let isLong = scalars.count(where: { $0.properties.isAlphabetic }) >= minDamagedLength
        return scalars.indices.dropFirst().dropLast().contains { index in
            let neighbors = [scalars[index - 1].properties, scalars[index + 1].properties]
            return scalars[index].isNumeric && neighbors.allSatisfy { isLong ? $0.isAlphabetic : $0.isLowercase }
        }
    }

    /// Whether a word is the formula of an additive, such as "KH2PO4".
    ///
    /// Digits that are often misread letters (0, 1) are not accepted, and no name of an allergen consists of these
    /// symbols.
    private static func isFormula(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        var rest = scalars
        while let first = rest.first {
            let symbol = String(String.UnicodeScalarView(rest.prefix(2)))
            if ["Na", "Ca", "Mg", "Fe", "Zn", "Cl"].contains(symbol) {
                rest = rest.dropFirst(2)
            } else if "HCNOPSK23456789".unicodeScalars.contains(first) {
                rest = rest.dropFirst()
            } else {
                return false
            }
        }
        return true
    }

    /// A word with a digit and fewer letters than this is a code or a formula ("N2O"), unless its letters are lower
    /// case: "1a1t".
    private static let minDamagedLength = 3

    /// Whether a word is the number of a vitamin whose digit was read as a letter: "BI", "BZ".
    private static func isVitamin(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard scalars.count == 2, let letter = scalars.first, let figure = scalars.last else { return false }
        return letter == "B" && "IlZSOG".unicodeScalars.contains(figure)
    }

    /// Whether a token is part of a web address: "www.example.org".
    private static func isAddress(_ index: Int, in text: LabelText) -> Bool {
        guard index > 0, text.tokens[index].start == text.tokens[index - 1].end + 1,
            text.scalars[Int(text.tokens[index - 1].end)] == "."
        else { return false }
        return scalars(of: index - 1, in: text).elementsEqual(
            "www".unicodeScalars, by: { $0.properties.lowercaseMapping == String($1) })
    }

    /// Whether a token is the number of an additive, as in "E472a".
    private static func isCode(_ index: Int, in text: LabelText) -> Bool {
        let scalars = scalars(of: index, in: text)
        return scalars.count >= 4 && (scalars.first == "E" || scalars.first == "e")
            && scalars.dropFirst().prefix(3).allSatisfy { ("0"..."9").contains($0) }
    }

    private static func scalars(of index: Int, in text: LabelText) -> ArraySlice<Unicode.Scalar> {
        text.scalars[Int(text.tokens[index].start)..<Int(text.tokens[index].end)]
    }
}

extension LabelReading {
    /// The given tokens as an ingredient of the list.
    fileprivate func listed(_ tokens: Range<Int>) -> ListedIngredient? {
        text.span(tokens).map {
            ListedIngredient(
                text: text.string(scalarRange: $0), start: $0.lowerBound, length: $0.count, depth: 0, percent: nil,
                tokens: tokens)
        }
    }
}
