/// Classifies each token by its role in claims, and finds the mentions that a claim applies to.
struct ClaimWords {
    enum Kind: UInt8 {
        /// Any other word; it ends a series of mentions.
        case other
        /// A word such as "de" or "any", which is skipped.
        case filler
        /// A word such as "people with" or "the following", which is skipped in statements.
        case claim
        /// "And" or "or", in any language.
        case coordinator
        /// A word about allergies or diets: "allergy", "coeliacs", "intolérants".
        case concern
        /// Begins a heading or another statement.
        case stop
    }

    /// The mentions after or before a claim that are connected only by skipped words, commas, "and" or "or".
    struct List {
        var mentions: [Range<Int>] = []
        var hasCoordinator = false
        var isDisjunction = false
        var opensSentence = false
        var endsSentence = false
    }

    /// The words of a suitability claim.
    struct Run {
        /// Mentions before the claim's last word about allergies or diets.
        var before: [Range<Int>] = []
        /// Mentions after that word.
        var behind: [Range<Int>] = []
        /// The token after that word.
        var lastConcern: Int?
        var endsSentence = false
    }

    /// Maximum number of tokens searched backwards.
    private static let reach = 64

    private let text: LabelText
    private var kinds: [Kind]
    private let disjunctions: Set<Int32>
    let hasHeading: Bool
    /// End of the longest mention that starts at each token; 0 for none.
    private var longestEnd: [Int32]
    /// Start of the longest mention that ends before each token; -1 for none.
    private var longestStart: [Int32]

    init(text: LabelText, phrases: [LabelPhrase], mentions: [Range<Int>], lexicon: Lexicon) {
        self.text = text
        disjunctions = Set(
            ["or", "nor", "ni", "o", "u", "ou", "或"].flatMap { FoldedWord.words(of: $0) }.map { word in
                switch word {
                case .letters(let letters): lexicon.vocabulary.number(word: letters, extra: nil)
                case .han(let character): lexicon.vocabulary.number(han: character, extra: nil)
                }
            })
        hasHeading = SectionReader.hasHeading(text, phrases)
        kinds = text.tokens.map { token in
            if lexicon.coordinators.contains(token.word) { return .coordinator }
            return lexicon.fillers.contains(token.word) ? .filler : .other
        }
        for phrase in phrases {
            switch phrase.role {
            case .claimWord, .animalFree:
                for index in phrase.tokens { kinds[index] = .claim }
            case .concern, .freeFromBefore:
                for index in phrase.tokens { kinds[index] = .concern }
            case .plain, .origin, .filler, .coordinator: continue
            case .ingredientsHeading, .uncoveredHeading, .containsStatement, .traceStatement, .traceStatementAfter,
                .freeFromStatement, .freeFromAfter, .endOfList, .denial, .unsuitable, .suitability,
                .servingSuggestion, .servingHeading:
                kinds[phrase.tokens.lowerBound] = .stop
            case .freeFromNext:
                // "Ni" connects the items of a claim: "sans lait, œufs ni gluten".
                if kinds[phrase.tokens.lowerBound] != .coordinator { kinds[phrase.tokens.lowerBound] = .stop }
            }
        }
        longestEnd = Array(repeating: 0, count: text.tokens.count + 1)
        longestStart = Array(repeating: -1, count: text.tokens.count + 1)
        for mention in mentions {
            let (start, end) = (mention.lowerBound, mention.upperBound)
            longestEnd[start] = max(longestEnd[start], Int32(end))
            if longestStart[end] < 0 || longestStart[end] > Int32(start) { longestStart[end] = Int32(start) }
        }
    }

    func kind(at index: Int) -> Kind { kinds[index] }

    /// The longest mention that ends before an index.
    func mention(endingAt end: Int) -> Range<Int>? {
        longestStart[end] >= 0 ? Int(longestStart[end])..<end : nil
    }

    /// Whether a word may be skipped between a claim and the word it negates.
    private func isPassed(_ index: Int, across gap: Gap) -> Bool {
        kinds[index] == .filler || (gap > .soft && kinds[index] == .claim)
    }

    /// The longest mention at a token or after words that may be skipped there; `gap` is the widest allowed gap before
    /// it.
    func mention(from start: Int, across gap: Gap) -> Range<Int>? {
        guard start < text.tokens.count, text.continues(at: start) || text.tokens[start].gap <= gap else { return nil }
        var index = start
        while index < text.tokens.count, index == start || text.continues(at: index) || text.tokens[index].gap <= gap {
            if longestEnd[index] > 0 { return index..<Int(longestEnd[index]) }
            guard isPassed(index, across: gap),
                index == start || text.tokens[index].gap != .line || !opensSentence(at: index)
            else { return nil }
            index += 1
        }
        return nil
    }

    /// Whether a sentence, or a line with another subject, begins at a token.
    func opensSentence(at index: Int) -> Bool { text.opensStatement(at: index) }

    /// Whether the statement ends at an index: after a closing bracket, or outside any.
    func endsSentence(at index: Int) -> Bool {
        ends(at: index) || text.marks(in: index...index).contains { $0.kind == .close }
    }

    private func ends(at index: Int) -> Bool {
        index >= text.tokens.count || opensSentence(at: index) || kinds[index] == .stop
    }

    /// Whether a phrase is in the first part of a sentence or line, before any comma, starts a bracket, or is next to a
    /// colon.
    func isStatement(_ phrase: Range<Int>) -> Bool {
        let start = phrase.lowerBound
        var first = start
        while first > 0, text.tokens[first].gap <= .soft { first -= 1 }
        if text.tokens[first].gap >= .line { return true }
        if text.marks(in: start...start).contains(where: { $0.kind == .open || $0.kind == .colon }) { return true }
        guard phrase.upperBound < text.tokens.count else { return false }
        var next = phrase.upperBound
        while next + 1 < text.tokens.count, longestEnd[next] == 0, isPassed(next, across: .separator) { next += 1 }
        return text.marks(in: phrase.upperBound...next).contains { $0.kind == .colon }
    }

    /// Tracks brackets that open and close during a search.
    private struct Brackets {
        private var depth = 0
        private var next: Int

        init(from start: Int) { next = start + 1 }

        /// Whether a bracket closes before an index although it was opened before the search began.
        mutating func close(before index: Int, in text: LabelText) -> Bool {
            guard index >= next else { return depth < 0 }
            for mark in text.marks(in: next...index) {
                if mark.kind == .open { depth += 1 }
                if mark.kind == .close { depth -= 1 }
            }
            next = index + 1
            return depth < 0
        }
    }

    /// The mentions after a claim: connected by commas, "and" and "or", or one per line after a colon.
    func list(from start: Int, across gap: Gap) -> List {
        var list = List()
        var index = start
        let isLineList = self.isLineList(start)
        var brackets = Brackets(from: start)
        while let mention = mention(from: index, across: gap) {
            list.mentions.append(mention)
            index = mention.upperBound
            while index < text.tokens.count, isPassed(index, across: gap), text.tokens[index].gap <= .soft {
                index += 1
            }
            if brackets.close(before: index, in: text) || ends(at: index) {
                guard isLineList, index < text.tokens.count, kinds[index] != .stop, text.tokens[index].gap == .line
                else {
                    list.endsSentence = true
                    return list
                }
                continue
            }
            if kinds[index] == .coordinator {
                list.hasCoordinator = true
                list.isDisjunction = disjunctions.contains(text.tokens[index].word)
                index += 1
                if endsWithPassed(from: index) {
                    list.endsSentence = true
                    return list
                }
            } else if text.tokens[index].gap != .separator, !(isLineList && text.tokens[index].gap == .line) {
                return list
            }
        }
        return list
    }

    /// Whether only skipped words follow up to the end, as in "… and all other allergens".
    private func endsWithPassed(from start: Int) -> Bool {
        var index = start
        while index < text.tokens.count, isPassed(index, across: .separator), longestEnd[index] == 0,
            !opensSentence(at: index)
        {
            index += 1
        }
        return index > start && ends(at: index)
    }

    /// Whether the list begins on the line below a colon, with one item per line: "free from:".
    private func isLineList(_ start: Int) -> Bool {
        guard start < text.tokens.count else { return false }
        var first = start
        while first + 1 < text.tokens.count, longestEnd[first] == 0, isPassed(first, across: .separator) { first += 1 }
        let marks = text.marks(in: start...first)
        return marks.contains { $0.kind == .colon } && marks.contains { $0.kind == .line }
    }

    /// The content of a bracket at an index, if it only explains the preceding word: "nuts (almond, walnut)".
    func bracket(behind index: Int) -> Range<Int>? {
        guard index < text.tokens.count, text.marks(in: index...index).first?.kind == .open else { return nil }
        for mark in text.marks(from: index + 1).prefix(Self.reach) {
            switch mark.kind {
            case .close:
                let tokens = index..<Int(mark.token)
                return tokens.contains { kinds[$0] == .stop } ? nil : tokens
            case .comma, .line, .colon, .percent: continue
            case .open, .sentence, .paragraph: return nil
            }
        }
        return nil
    }

    /// The mentions before an index, nearest first, as long as only skipped words and commas connect them.
    func listBefore(_ end: Int) -> List {
        var list = List()
        var index = end
        while index > 0, end - index <= Self.reach {
            if index < end, opensSentence(at: index) || opensBracket(before: index) { break }
            if let mention = mention(endingAt: index) {
                list.mentions.append(mention)
                index = mention.lowerBound
                continue
            }
            switch kinds[index - 1] {
            case .coordinator: list.hasCoordinator = true
            case .filler, .claim, .concern: break
            case .other, .stop: return list
            }
            index -= 1
        }
        list.opensSentence = end - index <= Self.reach
        return list
    }

    private func opensBracket(before index: Int) -> Bool {
        text.marks(in: index...index).contains { $0.kind == .open }
    }

    func onlyFillers(_ tokens: Range<Int>) -> Bool { tokens.allSatisfy { isPassed($0, across: .separator) } }

    /// Whether "no" is an answer to the preceding word: "milk: no, eggs: no".
    func isAnswer(_ negation: Range<Int>) -> Bool {
        let marks = text.marks(in: negation.lowerBound...negation.lowerBound)
        guard let mark = marks.last,
            mark.kind == .colon || "-–—".unicodeScalars.contains(text.scalars[Int(mark.offset)])
        else { return false }
        return endsPart(negation)
    }

    /// Whether "no" is alone in a cell of a table, which negates nothing in the next row: "milk | yes | no".
    func isCell(_ negation: Range<Int>) -> Bool {
        endsPart(negation)
            && text.marks(in: negation.lowerBound...negation.lowerBound).contains {
                text.scalars[Int($0.offset)] == "|"
            }
    }

    private func endsPart(_ phrase: Range<Int>) -> Bool {
        phrase.upperBound >= text.tokens.count || text.tokens[phrase.upperBound].gap >= .line
    }
}

extension ClaimWords {
    /// The words of a claim of suitability after its opening; it ends at any other word.
    func suitability(from start: Int) -> Run {
        var run = Run()
        var index = start
        var brackets = Brackets(from: start)
        while index < text.tokens.count {
            if index > start, brackets.close(before: index, in: text) || ends(at: index) || endsLine(at: index) {
                break
            }
            if index > start, run.lastConcern == nil, kinds[index - 1] == .claim, text.tokens[index].gap > .soft,
                longestEnd[index] > 0 || kinds[index] == .other
            {
                // "Suitable for vegetarians, wheat flour, …": the list continues.
                return run
            }
            if longestEnd[index] > 0 {
                run.behind.append(index..<Int(longestEnd[index]))
                index = Int(longestEnd[index])
                continue
            }
            switch kinds[index] {
            case .concern:
                run.before += run.behind
                run.behind = []
                run.lastConcern = index + 1
            case .filler, .claim, .coordinator: break
            case .other, .stop: return run
            }
            index += 1
        }
        run.endsSentence = true
        return run
    }

    /// Whether a line ends with a word about allergies or diets: the claim does not extend to the next line.
    private func endsLine(at index: Int) -> Bool {
        text.tokens[index].gap == .line && kinds[index - 1] == .concern && kinds[index] != .coordinator
    }

    /// Whether a phrase such as "allergic to" applies to a mention, that is, no comma separates them.
    func hangs(_ mention: Range<Int>, on concern: Int) -> Bool {
        (concern...mention.lowerBound).allSatisfy { index in
            let gap = text.tokens[index].gap
            if gap <= .soft { return true }
            if gap == .line { return index > concern }
            return text.marks(in: index...index).allSatisfy { $0.kind == .colon }
        }
    }

    /// The end of a sentence that suggests how to serve the food.
    func servingEnd(from start: Int) -> Int {
        var index = start + 1
        while index < text.tokens.count, !ClaimSentences.ends(at: index, in: text), kinds[index] != .stop {
            index += 1
        }
        return index
    }
}
