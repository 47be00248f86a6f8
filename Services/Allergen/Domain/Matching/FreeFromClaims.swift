/// Finds the mentions that a claim cancels.
///
/// "Gluten-free wheat starch" cancels gluten and keeps wheat; "lactose-free milk" keeps milk; "suitable for people with
/// an egg allergy" cancels egg; "great on toast" after the list cancels toast.
struct FreeFromClaims {
    private let text: LabelText
    private let words: ClaimWords
    /// End (exclusive) of the claim that covers each token; 0 for none.
    private var coveredUntil: [Int32]
    /// Indices from which chains of mentions were already followed.
    private var covered: Set<Int> = []
    /// First tokens of words such as "vegan" after a negation.
    private var denied: Set<Int> = []

    init(text: LabelText, phrases: [LabelPhrase], mentions: [Range<Int>], lexicon: Lexicon) {
        self.text = text
        words = ClaimWords(text: text, phrases: phrases, mentions: mentions, lexicon: lexicon)
        coveredUntil = Array(repeating: 0, count: text.tokens.count + 1)
        denied = Self.denied(phrases, in: text)
        for phrase in phrases {
            switch phrase.role {
            case .freeFromBefore: coverBefore(phrase.tokens)
            case .freeFromAfter: coverSentenceBefore(phrase.tokens.lowerBound)
            case .freeFromNext: coverNext(phrase.tokens)
            case .freeFromStatement: coverStatement(phrase.tokens)
            case .suitability: coverSuitability(phrase.tokens.upperBound)
            case .servingSuggestion, .servingHeading: coverServing(phrase.tokens.lowerBound)
            default: continue
            }
        }
    }

    /// Whether a claim cancels the mention.
    func takesBack(_ mention: Range<Int>) -> Bool {
        Int(coveredUntil[mention.lowerBound]) >= mention.upperBound
    }

    /// Whether a name that begins with "vegan" is denied, so that it is the food itself: "non vegan milk" is milk.
    func denies(_ mention: Range<Int>) -> Bool { denied.contains(mention.lowerBound) }

    private static func denied(_ phrases: [LabelPhrase], in text: LabelText) -> Set<Int> {
        zip(phrases, phrases.dropFirst()).reduce(into: []) { denied, pair in
            let (negation, next) = pair
            let start = next.tokens.lowerBound
            if negation.role == .freeFromNext, next.role == .animalFree, negation.tokens.upperBound == start,
                text.tokens[start].gap <= .soft
            {
                denied.insert(start)
            }
        }
    }

    private mutating func cover(_ tokens: Range<Int>) {
        for index in tokens { coveredUntil[index] = max(coveredUntil[index], Int32(tokens.upperBound)) }
    }

    /// Marks as negated the mention in "milk-free", and all three in "milk, egg and nut free" if the sentence contains
    /// nothing else.
    private mutating func coverBefore(_ negation: Range<Int>) {
        let place = negation.lowerBound
        guard let last = words.mention(endingAt: place), text.tokens[place].gap <= .soft else { return }
        cover(last)
        let list = words.listBefore(place)
        for mention in list.mentions where endsInHyphen(mention) { cover(mention) }
        let isCertain = list.hasCoordinator || (words.hasHeading && list.mentions.count > 1)
        guard list.opensSentence, isCertain, words.endsSentence(at: negation.upperBound) else { return }
        list.mentions.forEach { cover($0) }
    }

    /// Whether a mention ends with a hyphen before a comma or a space: "gluten-, milk- and egg-free".
    private func endsInHyphen(_ mention: Range<Int>) -> Bool {
        let end = Int(text.tokens[mention.upperBound - 1].end)
        guard end + 1 < text.scalars.count, text.scalars[end] == "-" || text.scalars[end] == "‐" else { return false }
        return !text.scalars[end + 1].isLetter
    }

    /// Marks as negated the mention directly after a negation, and those connected to it by "and" or "or": "sans lait
    /// ni œufs".
    private mutating func coverNext(_ negation: Range<Int>) {
        // "Milk: no" is an answer and does not negate the following word.
        if words.isAnswer(negation), let before = words.mention(endingAt: negation.lowerBound) { return cover(before) }
        if words.isCell(negation) || endsLine(negation) { return }
        if denied.contains(negation.upperBound) { return }
        coverNext(from: negation.upperBound)
        let start = negation.lowerBound
        guard words.opensSentence(at: start), start > 0 || words.hasHeading else { return }
        let list = words.list(from: negation.upperBound, across: .separator)
        if list.isDisjunction, list.endsSentence { list.mentions.forEach { cover($0) } }
    }

    /// Whether the next line begins another statement: "Milk no", "Egg yes" on two lines, in any case of letters.
    private func endsLine(_ negation: Range<Int>) -> Bool {
        let next = negation.upperBound
        guard next < text.tokens.count, text.tokens[next].gap == .line else { return false }
        return text.opensLine(at: next) || words.mention(endingAt: negation.lowerBound) != nil
    }

    private mutating func coverNext(from start: Int) {
        var index = start
        while let mention = words.mention(from: index, across: .soft) {
            // "Sans a ni b ni c …": the first negation has covered the whole chain.
            if covered.contains(index) { return }
            covered.insert(index)
            cover(mention)
            index = mention.upperBound
            guard index < text.tokens.count, text.continues(at: index), words.kind(at: index) == .coordinator else {
                return
            }
            index += 1
        }
    }

    /// Marks as negated all mentions of a separate statement "Does not contain milk, egg or soy.".
    ///
    /// Within a list ("apple, no added sulphites, milk powder") it marks only the adjacent one.
    private mutating func coverStatement(_ phrase: Range<Int>) {
        let start = phrase.upperBound
        let list = words.list(from: start, across: .separator)
        if list.endsSentence, words.isStatement(phrase) {
            list.mentions.forEach { cover($0) }
        } else {
            if let first = list.mentions.first {
                cover(first)
                words.bracket(behind: first.upperBound).map { cover($0) }
            }
            coverNext(from: start)
        }
    }

    /// Handles claims such as "suitable for people with milk or egg allergy" and "convient aux personnes allergiques au
    /// lait".
    ///
    /// Cancels the mentions before the last word about allergies and diets in such a claim, and those attached to that
    /// word.
    private mutating func coverSuitability(_ start: Int) {
        let run = words.suitability(from: start)
        run.before.forEach { cover($0) }
        guard let concern = run.lastConcern, let first = run.behind.first, words.hangs(first, on: concern) else {
            return
        }
        if run.endsSentence {
            run.behind.forEach { cover($0) }
        } else {
            cover(first)
            coverNext(from: first.lowerBound)
        }
    }

    /// Marks as negated the mentions of "Milk, egg and nuts are not present.": all of the sentence if it contains
    /// nothing else, otherwise those directly before the phrase.
    private mutating func coverSentenceBefore(_ end: Int) {
        // "Contains egg. Absent: nuts." begins a sentence; it does not negate the one before.
        if words.opensSentence(at: end) { return }
        let list = words.listBefore(end)
        if list.opensSentence {
            list.mentions.forEach { cover($0) }
        } else if let last = list.mentions.first, last.upperBound == end || words.onlyFillers(last.upperBound..<end) {
            cover(last)
        }
    }

    /// Ignores the mentions of "Great on toast or bread!", up to the sentence's end or a word that begins another
    /// statement.
    private mutating func coverServing(_ start: Int) {
        let end = words.servingEnd(from: start)
        cover(start..<end)
    }
}
