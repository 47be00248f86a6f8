/// Finds the mentions that a negation takes back, and no others.
///
/// "Gluten-free wheat starch" takes back gluten and leaves wheat; "lactose-free milk" leaves milk.
struct FreeFromClaims {
    private let text: LabelText
    private let lexicon: Lexicon
    /// Where the longest mention that starts at a token ends; 0 for none.
    private var longestEnd: [Int32]
    /// Where the longest mention that ends before a token starts; -1 for none.
    private var longestStart: [Int32]
    /// Last token of the claim that covers a token, exclusive; 0 for none.
    private var coveredUntil: [Int32]

    init(text: LabelText, phrases: [LabelPhrase], mentions: [Range<Int>], lexicon: Lexicon) {
        self.text = text
        self.lexicon = lexicon
        longestEnd = Array(repeating: 0, count: text.tokens.count + 1)
        longestStart = Array(repeating: -1, count: text.tokens.count + 1)
        coveredUntil = Array(repeating: 0, count: text.tokens.count + 1)
        for mention in mentions {
            let (start, end) = (mention.lowerBound, mention.upperBound)
            longestEnd[start] = max(longestEnd[start], Int32(end))
            if longestStart[end] < 0 { longestStart[end] = Int32(start) }
        }
        for phrase in phrases {
            switch phrase.role {
            case .freeFromBefore: coverBefore(phrase.tokens.lowerBound)
            case .freeFromNext: coverNext(phrase.tokens.upperBound)
            case .freeFromStatement: coverStatement(phrase.tokens.upperBound)
            default: continue
            }
        }
    }

    /// Whether a claim takes the mention back.
    func takesBack(_ mention: Range<Int>) -> Bool {
        Int(coveredUntil[mention.lowerBound]) >= mention.upperBound
    }

    private mutating func cover(_ tokens: Range<Int>) {
        for index in tokens { coveredUntil[index] = max(coveredUntil[index], Int32(tokens.upperBound)) }
    }

    private mutating func coverBefore(_ negation: Int) {
        guard longestStart[negation] >= 0, text.tokens[negation].gap <= .soft else { return }
        cover(Int(longestStart[negation])..<negation)
    }

    /// "Sans lait ni œufs": the mention right behind, and those joined to it by "and" or "or".
    private mutating func coverNext(_ start: Int) {
        var index = start
        while let mention = mention(from: index, across: .soft) {
            cover(mention)
            index = mention.upperBound
            guard index < text.tokens.count, text.continues(at: index),
                lexicon.coordinators.contains(text.tokens[index].word)
            else { return }
            index += 1
        }
    }

    /// "Does not contain milk, egg or soy." takes back all when the statement holds nothing else.
    private mutating func coverStatement(_ start: Int) {
        var index = start
        var covered: [Range<Int>] = []
        while let mention = mention(from: index, across: .separator) {
            covered.append(mention)
            index = mention.upperBound
            if index == text.tokens.count || text.tokens[index].gap == .sentence || opensLine(at: index) {
                covered.forEach { cover($0) }
                return
            }
            if lexicon.coordinators.contains(text.tokens[index].word) {
                index += 1
            } else if text.tokens[index].gap != .separator {
                break
            }
        }
        if let first = covered.first { cover(first) }
        coverNext(start)
    }

    /// Whether a line begins at a token that says another thing.
    private func opensLine(at index: Int) -> Bool {
        text.tokens[index].gap == .line && (text.linesSeparate || text.opensLine(at: index))
    }

    /// The longest mention at a token or behind filler words there; `gap` is the widest that may stand before it.
    private func mention(from start: Int, across gap: Gap) -> Range<Int>? {
        guard start < text.tokens.count, text.continues(at: start) || text.tokens[start].gap <= gap else { return nil }
        var index = start
        while index < text.tokens.count, index == start || text.continues(at: index) {
            if longestEnd[index] > 0 { return index..<Int(longestEnd[index]) }
            guard lexicon.fillers.contains(text.tokens[index].word) else { return nil }
            index += 1
        }
        return nil
    }
}
