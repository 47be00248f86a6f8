/// Divides a text into sections by its headings, statements, brackets and full stops; linear in the text's length.
struct SectionReader {
    private struct Statement {
        let kind: LabelSection.Kind
        /// Bracket depth at which the section began; it ends when that bracket closes.
        let depth: Int
        /// Whether the section continues after its colon, one allergen per line.
        var spansLines = false
    }

    private let text: LabelText
    private var sections: [LabelSection] = []
    private var base: LabelSection.Kind
    private var statement: Statement?
    private var sectionStart = 0
    private var depth = 0
    /// Start of the current list element, for statements whose phrase is at the end.
    private var elementStart = 0

    static func read(_ text: LabelText, phrases: [LabelPhrase]) -> [LabelSection] {
        var reader = SectionReader(text: text, phrases: phrases)
        reader.run(phrases)
        return reader.sections
    }

    private init(text: LabelText, phrases: [LabelPhrase]) {
        self.text = text
        base = Self.hasHeading(text, phrases) && !Self.beginsAsList(text, phrases) ? .preface : .ingredients
    }

    /// Minimum number of commas before the first heading for the text there to be a separate list.
    private static let minCommas = 4
    /// Maximum mean number of words between commas of a list; sentences have more.
    private static let maxElementWords = 4

    /// Whether the list comes before the first heading; the heading then belongs to packaging, a filling or another
    /// language.
    private static func beginsAsList(_ text: LabelText, _ phrases: [LabelPhrase]) -> Bool {
        let headings = phrases.lazy.filter { $0.role == .ingredientsHeading && isHeading($0, in: text) }
        guard let heading = headings.map(\.tokens.lowerBound).min() else { return false }
        let commas = text.marks.prefix { $0.token < Int32(heading) }.count { $0.kind == .comma }
        return commas >= minCommas && heading <= (commas + 1) * maxElementWords
    }

    /// Whether a heading marks the beginning of the list; without one the whole text is the list.
    static func hasHeading(_ text: LabelText, _ phrases: [LabelPhrase]) -> Bool {
        phrases.contains { $0.role == .ingredientsHeading && isHeading($0, in: text) }
    }

    private var kind: LabelSection.Kind { statement?.kind ?? base }

    private mutating func run(_ phrases: [LabelPhrase]) {
        var markIndex = 0
        for phrase in phrases {
            while markIndex < text.marks.count, text.marks[markIndex].token <= Int32(phrase.tokens.lowerBound) {
                pass(text.marks[markIndex])
                markIndex += 1
            }
            pass(phrase)
        }
        for mark in text.marks[markIndex...] { pass(mark) }
        close(at: text.tokens.count)
    }

    private mutating func pass(_ mark: Mark) {
        let token = Int(mark.token)
        switch mark.kind {
        case .open:
            depth += 1
            elementStart = token
        case .close:
            depth = max(0, depth - 1)
            if let statement, depth < statement.depth { endStatement(at: token) }
        case .sentence, .paragraph:
            elementStart = token
            if statement != nil { endStatement(at: token) }
            if mark.kind == .paragraph { depth = 0 }
        case .line:
            if statement?.kind == .afterList, token < text.tokens.count, ClaimSentences.ends(at: token, in: text) {
                endStatement(at: token)
            }
            guard text.linesSeparate, statement?.spansLines != true else { return }
            elementStart = token
            if statement != nil { endStatement(at: token) }
        case .comma:
            elementStart = token
        case .colon, .percent:
            return
        }
    }

    private mutating func pass(_ phrase: LabelPhrase) {
        let start = phrase.tokens.lowerBound
        switch phrase.role {
        case .ingredientsHeading:
            guard Self.isHeading(phrase, in: text) else { return }
            change(at: start, base: .ingredients, statement: nil)
            sectionStart = phrase.tokens.upperBound
            depth = 0
        case .containsStatement:
            guard depth == 0, text.tokens[start].gap >= .line || statement != nil || hasColon(after: phrase) else {
                return
            }
            // "生产线还生产含花生的产品": within a trace statement "含" continues it.
            if statement?.kind == .traceStatement, text.isHan(tokenAt: start), text.tokens[start].gap < .line { return }
            begin(.containsStatement, at: start)
        case .traceStatement, .unsuitable:
            begin(.traceStatement, at: start)
        case .traceStatementAfter:
            guard statement == nil else { return }
            if text.tokens[start].gap >= .line, !hasColon(before: start) {
                begin(.traceStatement, at: start)
            } else {
                begin(.traceStatement, at: max(elementStart, sectionStart))
                endStatement(at: phrase.tokens.upperBound)
            }
        case .freeFromStatement:
            guard text.tokens[start].gap >= .line || statement != nil else { return }
            begin(.freeFromStatement, at: start)
            let spansLines = opensLines(behind: phrase)
            statement?.spansLines = spansLines
        case .suitability:
            guard text.tokens[start].gap >= .line else { return }
            begin(.freeFromStatement, at: start)
        case .servingSuggestion:
            begin(.afterList, at: start)
        case .endOfList:
            guard endsElement(before: start) || hasColon(after: phrase) else { return }
            change(at: start, base: .afterList, statement: nil)
        case .servingHeading:
            guard text.tokens[start].gap >= .line || hasColon(after: phrase) else { return }
            change(at: start, base: .afterList, statement: nil)
        case .freeFromNext, .freeFromBefore, .freeFromAfter, .concern, .claimWord, .animalFree, .denial,
            .uncoveredHeading, .plain,
            .origin, .filler, .coordinator:
            return
        }
    }

    private mutating func begin(_ kind: LabelSection.Kind, at token: Int) {
        change(at: token, base: base, statement: Statement(kind: kind, depth: depth))
    }

    private mutating func endStatement(at token: Int) {
        change(at: token, base: base, statement: nil)
    }

    private mutating func change(at token: Int, base: LabelSection.Kind, statement: Statement?) {
        close(at: token)
        self.base = base
        self.statement = statement
    }

    private mutating func close(at token: Int) {
        if let span = text.span(sectionStart..<max(sectionStart, token)) {
            sections.append(
                LabelSection(kind: kind, start: span.lowerBound, length: span.count, tokens: sectionStart..<token))
        }
        sectionStart = max(sectionStart, token)
    }

    /// Whether a colon and a line's end follow a phrase.
    private func opensLines(behind phrase: LabelPhrase) -> Bool {
        // "Contains none of", "the following:" are two phrases.
        let end = phrase.tokens.upperBound, last = min(end + 2, text.tokens.count - 1)
        guard end <= last else { return false }
        let marks = text.marks(in: end...last)
        guard let colon = marks.first(where: { $0.kind == .colon }) else { return false }
        return marks.contains { $0.kind == .line && $0.token == colon.token }
    }

    /// Whether a token is preceded by more than a comma or an opening bracket; after "rice (keep refrigerated), " and
    /// "salt, made by hand, " the list continues.
    private func endsElement(before token: Int) -> Bool {
        guard text.tokens[token].gap >= .line else { return false }
        let kinds = text.marks(in: token...token).map(\.kind)
        return kinds.contains { $0 == .line || $0 == .sentence || $0 == .paragraph }
            || !kinds.contains { $0 == .comma || $0 == .open }
    }

    private func hasColon(after phrase: LabelPhrase) -> Bool {
        Self.hasColon(before: phrase.tokens.upperBound, in: text)
    }

    private func hasColon(before token: Int) -> Bool {
        Self.hasColon(before: token, in: text)
    }

    /// Whether the first mark before a token is a colon.
    private static func hasColon(before token: Int, in text: LabelText) -> Bool {
        guard let mark = text.marks(from: token).first else { return false }
        return Int(mark.token) == token && mark.kind == .colon
    }

    /// A heading has a colon after it, or starts a line or sentence before the list.
    ///
    /// "See ingredients in bold" is not one, nor is a note after the list ("* Ingredientes procedentes de la
    /// agricultura ecológica").
    private static func isHeading(_ phrase: LabelPhrase, in text: LabelText) -> Bool {
        let start = phrase.tokens.lowerBound
        if hasColon(before: phrase.tokens.upperBound, in: text) { return true }
        guard text.tokens[start].gap >= .line, !isNote(start, in: text) else { return false }
        if text.tokens[start].gap == .line, isPlain(phrase, in: text) { return true }
        return start <= text.startOfList
    }

    /// Whether a heading means only "ingredients": "made with" or "composition" may occur in any line.
    private static func isPlain(_ phrase: LabelPhrase, in text: LabelText) -> Bool {
        let words = text.string(phrase.tokens).lowercased()
        return words.hasPrefix("ingr") || words.hasPrefix("配料") || words.hasPrefix("食品配料")
    }

    /// Whether a token follows a footnote's sign or an opening bracket.
    private static func isNote(_ index: Int, in text: LabelText) -> Bool {
        let before = text.scalars[..<Int(text.tokens[index].start)].last { !$0.properties.isWhitespace }
        return before.map { "*(*（[†‡¹²³".unicodeScalars.contains($0) } ?? false
    }
}
