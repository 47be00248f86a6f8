/// Words that are no word as printed or read, and can hardly be another one than a word that the lexicon knows.
///
/// Stricter than `TokenRepairs`, which looks for what may be an allergen: here a guess makes an ingredient known. A word
/// is taken for one of a language of the text alone, never for one of another language (C17).
struct ReadableWords {
    /// Shorter words, in letters, are too near to each other.
    private static let shortest = 6
    /// Words of so many letters are like no other one by chance.
    private static let distinctive = 10
    /// How far a word may be from a known one, by `ReadingDistance`: one look-alike letter, one letter, two letters.
    private static func limit(_ letters: Int) -> Int {
        switch letters {
        case ..<7: 1
        case 7...9: 2
        default: 4
        }
    }
    /// The shortest part of a word that was printed without a space.
    private static let shortestPart = 4

    let text: LabelText
    let lexicon: Lexicon
    /// The languages of the text as bits.
    let present: UInt8

    /// Adds to what is known the words of some ingredients that can be read.
    func extend(_ known: inout KnownTokens, in ingredients: [ListedIngredient]) {
        for ingredient in ingredients {
            for index in ingredient.tokens where known[index] == .unknown {
                if isNear(index) || isGlued(index) {
                    known.add(index..<index + 1)
                } else if let pair = pair(with: index) {
                    known.add(pair)
                }
            }
        }
    }

    /// Whether it differs from a known word by what a camera or a typist does.
    private func isNear(_ index: Int) -> Bool {
        guard let word = text.folded(tokenAt: index), word.count >= Self.shortest, hasOwnLetters(index) else {
            return false
        }
        let nearest = lexicon.spellingIndex.candidates(for: word)
        guard let cost = nearest.first?.cost, cost <= Self.limit(word.count) else { return false }
        return nearest.contains { candidate in
            isReadable(candidate.word) && !isOtherForm(word, of: lexicon.spellingIndex.spelling(of: candidate.word))
        }
    }

    /// Whether a word differs as words of related languages do: by another letter that does not look like it, or at its end.
    private func isOtherForm(_ word: [UInt8], of known: [UInt8]) -> Bool {
        guard word.count < Self.distinctive else { return false }
        if word.count == known.count {
            let differing = word.indices.filter { word[$0] != known[$0] }
            return differing.count == 1 && !LetterConfusions.areAlike(word[differing[0]], known[differing[0]])
        }
        return word.starts(with: known) || known.starts(with: word)
    }

    /// Whether all its letters are used in the languages that lists are read in.
    private func hasOwnLetters(_ index: Int) -> Bool {
        let token = text.tokens[index]
        return text.scalars[Int(token.start)..<Int(token.end)].allSatisfy { scalar in
            scalar.isASCII || Self.accented.contains(scalar) || !scalar.properties.isAlphabetic
                || Self.ligatures.contains(scalar)
        }
    }

    private static let ligatures: ClosedRange<Unicode.Scalar> = "\u{FB00}"..."\u{FB06}"
    private static let accented = Set("àâäáçéèêëîïíôöóùûüúÿñœæÀÂÄÁÇÉÈÊËÎÏÍÔÖÓÙÛÜÚŸÑŒÆ".unicodeScalars)

    /// Whether it is two known words of one language without the space between them: "lemonjuice", "lessof".
    private func isGlued(_ index: Int) -> Bool {
        guard let word = text.folded(tokenAt: index), word.count >= Self.shortest, hasOwnLetters(index) else {
            return false
        }
        return (2...word.count - 2).contains { cut in
            let parts = [word[..<cut], word[cut...]].map { lexicon.vocabulary.number(word: Array($0), extra: nil) }
            let shared = parts.reduce(present) { $0 & lexicon.vocabulary.languages(of: $1) }
            guard shared != 0, parts.contains(where: { lexicon.vocabulary.standsAlone($0) }) else { return false }
            let shortest = parts.contains { lexicon.vocabulary.isGrammar($0) } ? Self.shortest : Self.shortestPart
            return parts.allSatisfy { part in
                lexicon.vocabulary.isGrammar(part)
                    || (lexicon.vocabulary.standsAlone(part) && lexicon.vocabulary.length(of: part) >= shortest)
            }
        }
    }

    /// The token and a neighbor, when both together are one known word that a space or a line's end cut.
    private func pair(with index: Int) -> Range<Int>? {
        for start in [index - 1, index] where start >= 0 && start + 1 < text.tokens.count {
            guard text.tokens[start + 1].gap <= .line, let first = text.folded(tokenAt: start),
                let second = text.folded(tokenAt: start + 1), first.count + second.count >= Self.shortest
            else { continue }
            if isReadable(lexicon.vocabulary.number(word: first + second, extra: nil)) { return start..<start + 2 }
        }
        return nil
    }

    private func isReadable(_ word: Int32) -> Bool {
        lexicon.vocabulary.standsAlone(word) && lexicon.vocabulary.languages(of: word) & present != 0
    }
}

extension LabelText {
    /// The folded letters of a token; nil for one in a script that does not fold to Latin letters.
    func folded(tokenAt index: Int) -> [UInt8]? {
        let token = tokens[index]
        var word: [UInt8] = []
        for scalar in scalars[Int(token.start)..<Int(token.end)] {
            switch ScalarFolding.fold(scalar) {
            case .word(let bytes): bytes.append(to: &word)
            case .ignored: continue
            case .han, .foreignLetter, .other: return nil
            }
        }
        return word.isEmpty ? nil : word
    }
}
