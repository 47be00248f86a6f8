import EventContracts

/// A name of another language in a text.
struct ForeignMention {
    /// Position among the entries of `ForeignNames`.
    let entry: Int32
    /// Position among the entry's names.
    let name: Int32
    let tokens: Range<Int>
    /// The folded letters that the mention covers, counted over all tokens of the text.
    let letters: Range<Int>
    /// Whether every word of the name is also a word of a language with list support.
    let isAmbiguous: Bool
}

/// Finds the names of `ForeignNames` in a text.
///
/// Words that the lexicon knows are skipped, unless the text contains other words of the name's language: "sir" is
/// cheese only in a Croatian list.
struct ForeignNameFinder {
    /// Names further apart than this, in letters, do not touch each other.
    private static let maxNameLength = 240

    private let names: ForeignNames
    private let text: LabelText
    private let known: KnownTokens
    /// The number of folded letters before each token, counted generously: only their order matters.
    private let bases: [Int]

    init(names: ForeignNames, text: LabelText, known: KnownTokens) {
        self.names = names
        self.text = text
        self.known = known
        var base = 0
        bases = text.tokens.map { token in
            defer { base += Int(token.end - token.start) * Self.lettersOfScalar }
            return base
        }
    }

    /// Maximum number of letters that one scalar folds to.
    private static let lettersOfScalar = 3

    private func word(_ index: Int) -> [UInt32] {
        NameFolding.fold(text.written(tokenAt: index))
    }

    /// Finds the names in the order of the text; of two overlapping names, one inside the other is left out.
    ///
    /// - Parameter isForeign: Whether the text is known to be in a language without list support.
    /// - Returns: The names, including those that mean no allergen.
    func find(isForeign: Bool) -> [ForeignMention] {
        var found = mentions(at: text.tokens.indices.filter(mayBegin)) { !names.names[Int($0)].pattern.isBound && !$1 }
        let languages = found.reduce(into: Set<Int>()) { $0.formUnion(names.names[Int($1.name)].languages) }
        if isForeign || !languages.isEmpty {
            found += mentions(at: Array(text.tokens.indices)) { number, isKnown in
                let name = names.names[Int(number)]
                guard isKnown || name.pattern.isBound else { return false }
                return isForeign || name.languages.contains(where: languages.contains)
            }
        }
        return longest(
            found.sorted {
                ($0.letters.lowerBound, $0.letters.upperBound) < ($1.letters.lowerBound, $1.letters.upperBound)
            })
    }

    /// All names accepted by `isWanted`, which receives the name's number and whether the lexicon knows all of its
    /// words.
    private func mentions(at starts: [Int], where isWanted: (Int32, Bool) -> Bool) -> [ForeignMention] {
        var found: [ForeignMention] = []
        for index in starts where !isUnspaced(index) {
            for number in names.candidates(startingWith: word(index)) {
                guard let mention = mention(number, at: index), isWanted(number, mention.isAmbiguous) else { continue }
                found.append(mention)
            }
        }
        for index in starts { found += cutMentions(at: index).filter { isWanted($0.name, $0.isAmbiguous) } }
        for run in unspacedRuns() { found += mentions(in: run, where: isWanted) }
        return found
    }

    /// Names of one word that a hyphen cuts: at a line's end ("jord-", "nötter"), and the halves of a word that
    /// `CutWords` joined.
    private func cutMentions(at index: Int) -> [ForeignMention] {
        let scalars = text.scalars[Int(text.tokens[index].start)..<Int(text.tokens[index].end)]
        if scalars.contains(where: CutWords.isHyphen), scalars.contains(where: \.properties.isWhitespace) {
            return scalars.split { CutWords.isHyphen($0) || $0.properties.isWhitespace }.flatMap {
                wholeNames(NameFolding.fold($0), tokens: index..<index + 1)
            }
        }
        guard index + 1 < text.tokens.count, text.isCutByHyphen(before: index + 1) else { return [] }
        return wholeNames(word(index) + word(index + 1), tokens: index..<index + 2)
    }

    /// The one-word names that a word equals or contains.
    private func wholeNames(_ word: [UInt32], tokens: Range<Int>) -> [ForeignMention] {
        names.candidates(startingWith: word).compactMap { number in
            let pattern = names.names[Int(number)].pattern
            guard pattern.words.count == 1, !pattern.isExact, let range = pattern.words[0].range(in: word) else {
                return nil
            }
            let start = bases[tokens.lowerBound] + range.lowerBound
            return ForeignMention(
                entry: names.names[Int(number)].entry, name: number, tokens: tokens,
                letters: start..<start + range.count, isAmbiguous: tokens.allSatisfy(known.contains))
        }
    }

    /// Whether a name may start at a token that is not fully known, or shortly before such a token.
    private func mayBegin(_ index: Int) -> Bool {
        (index..<min(index + Self.lookahead, text.tokens.count)).contains { !known.contains($0) }
    }

    /// Number of first words among which a name with a known beginning ("latte di cocco") must have an unknown one.
    private static let lookahead = 3

    /// A name that begins at a token, if its other words follow.
    private func mention(_ number: Int32, at start: Int) -> ForeignMention? {
        let pattern = names.names[Int(number)].pattern
        var letters: Range<Int>?
        for (offset, word) in pattern.words.enumerated() {
            let index = start + offset
            guard index < text.tokens.count, offset == 0 || text.continues(at: index),
                let range = range(of: word, at: index, isExact: pattern.isExact)
            else { return nil }
            let first = letters?.lowerBound ?? bases[index] + range.lowerBound
            letters = first..<bases[index] + range.upperBound
        }
        guard let letters else { return nil }
        let tokens = start..<start + pattern.words.count
        return ForeignMention(
            entry: names.names[Int(number)].entry, name: number, tokens: tokens, letters: letters,
            isAmbiguous: !hasOwnMarks(pattern) && tokens.allSatisfy(known.contains))
    }

    /// Whether a name differs from a known word by its diacritics: "Störe" is not "store".
    private func hasOwnMarks(_ pattern: NamePattern) -> Bool {
        pattern.isExact && pattern.words.contains { word in word.letters.contains { $0 >= 0x80 } }
    }

    private func range(of word: NamePattern.Word, at index: Int, isExact: Bool) -> Range<Int>? {
        guard isExact else { return word.range(in: self.word(index)) }
        let written = NamePattern.exact(text.written(tokenAt: index))
        return word.range(in: written)
    }

    private func isUnspaced(_ index: Int) -> Bool {
        NameFolding.isUnspaced(text.scalars[Int(text.tokens[index].start)])
    }

    /// Stretches of tokens without a space between them, in scripts that have none.
    private func unspacedRuns() -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in text.tokens.indices where isUnspaced(index) {
            if let last = runs.last, last.upperBound == index, text.tokens[index].gap == .none {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    private func mentions(in run: Range<Int>, where isWanted: (Int32, Bool) -> Bool) -> [ForeignMention] {
        guard !run.allSatisfy(known.contains) else { return [] }
        var letters: [UInt32] = []
        var owners: [Int] = []
        for index in run {
            let word = word(index)
            letters += word
            owners += Array(repeating: index, count: word.count)
        }
        var found: [ForeignMention] = []
        /// A repeated name is used only once.
        var seen = Set<Int32>()
        for start in letters.indices {
            for number in names.candidates(in: letters, at: start) {
                let name = names.names[Int(number)]
                let core = name.pattern.words[0].letters
                guard start + core.count <= letters.count,
                    letters[start..<start + core.count].elementsEqual(core),
                    !name.pattern.isExact || core.count == letters.count
                else { continue }
                let tokens = owners[start]..<owners[start + core.count - 1] + 1
                let isAmbiguous = tokens.allSatisfy(known.contains)
                guard isWanted(number, isAmbiguous), name.isNone(in: names) || seen.insert(number).inserted else {
                    continue
                }
                let first = bases[run.lowerBound] + start
                found.append(
                    ForeignMention(
                        entry: name.entry, name: number, tokens: tokens, letters: first..<first + core.count,
                        isAmbiguous: isAmbiguous))
            }
        }
        return found
    }

    /// The mentions that are not inside a longer one: removes "milch" inside "kokosmilch".
    private func longest(_ mentions: [ForeignMention]) -> [ForeignMention] {
        mentions.indices.filter { index in
            let letters = mentions[index].letters
            let own = names.names[Int(mentions[index].name)]
            func holds(_ other: ForeignMention) -> Bool {
                guard letters.clamped(to: other.letters) == letters else { return false }
                if other.letters.count > letters.count { return true }
                // A whole word takes precedence over a stem of the same letters in its own language.
                let name = names.names[Int(other.name)]
                return name.pattern.isWhole && !own.pattern.isWhole
                    && name.languages.contains(where: own.languages.contains)
            }
            var near = index - 1
            while near >= 0, mentions[near].letters.lowerBound + Self.maxNameLength > letters.lowerBound {
                if holds(mentions[near]) { return false }
                near -= 1
            }
            near = index + 1
            while near < mentions.count, mentions[near].letters.lowerBound == letters.lowerBound {
                if holds(mentions[near]) { return false }
                near += 1
            }
            return true
        }.map { mentions[$0] }
    }
}
