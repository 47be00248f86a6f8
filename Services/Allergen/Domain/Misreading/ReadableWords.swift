/// Unknown words that are almost certainly a misreading of a known word.
///
/// Stricter than `TokenRepairs`, which searches for possible allergens: a match here makes an ingredient known. A word
/// is matched only within the languages of the text, because another language's word may be an allergen. A word alone
/// between commas may be any food: it is matched only to a staple, or to an allergen's name, for which `TokenRepairs`
/// warns. Next to known words of the same ingredient ("citrlc acid", "palm kemel oil") a misprint is more likely than a
/// name.
struct ReadableWords {
    /// Minimum length of a word, in letters; shorter words are too similar to each other.
    private static let minLength = 6
    /// Minimum length of a staple word, or of a word beside known words.
    private static let minStapleLength = 5
    private static let minLengthBesideKnown = 4
    /// Minimum length, in letters, from which a word does not resemble another one by chance.
    private static let distinctive = 10
    /// Minimum length, in letters, from which words rarely differ by a single letter.
    private static let unlikeOthers = 8
    /// Minimum length, in letters, of a part of words printed without a space.
    private static let minPartLength = 3
    /// Number of neighboring tokens on either side that are joined with a word.
    private static let reach = 2

    /// Maximum distance for an unexpected word, by `ReadingDistance`: a look-alike letter costs 1, any other 2.
    private func limit(_ letters: Int, isBeside: Bool) -> Int {
        switch letters {
        case ..<7: -1
        case 7: isEnglish ? 2 : isBeside ? 1 : -1
        case 8...9: 1
        default: 2
        }
    }

    /// Maximum distance from a staple or the name of an allergen.
    private func limit(expected letters: Int, isBeside: Bool) -> Int {
        switch letters {
        case ..<5: isBeside && isEnglish ? 2 : 1
        case 5: isBeside || isEnglish ? 2 : 1
        case 6: 2
        case 7...9: 2
        default: isBeside ? 5 : 4
        }
    }

    /// Whether the text is in English only; words of other languages rarely resemble an English one.
    private var isEnglish: Bool { spoken == LabelLanguage.english.bit }

    let text: LabelText
    let lexicon: Lexicon
    /// The languages of the text as bits.
    let spoken: UInt8

    /// Adds the readable words of some ingredients and parts of statements to the known ones.
    func extend(_ known: inout KnownTokens, in ingredients: [Range<Int>]) {
        let names = BrandNames(text: text)
        let pairs = PairedWords(text: text, lexicon: lexicon, spoken: spoken)
        let joined = JoinedWords(text: text, lexicon: lexicon, spoken: spoken)
        let characters = MisreadCharacters(text: text, lexicon: lexicon)
        var givenAway: [(index: Int, word: [UInt8])] = []
        for ingredient in ingredients {
            for index in ingredient where known[index] == .unknown {
                let isBeside = isBeside(index, ingredient, known)
                if isNear(index, isBeside: isBeside) || isSwapped(index) || isGlued(index) || joined.isJoined(index)
                    || hasCapitalI(index)
                    || (isBeside && names.isName(index, in: ingredient)
                        && !lexicon.doubtful.contains(text.tokens[index].word))
                {
                    known.add(index..<index + 1)
                } else if let cut = cutWord(with: index)
                    ?? characters.word(with: index, in: ingredient, known: known)
                {
                    known.add(cut)
                } else if isBeside, pairs.isGivenAway(index, in: ingredient, known: known) {
                    givenAway.append((index, text.folded(tokenAt: index) ?? []))
                }
            }
        }
        // If several words are badly misread, one that resembles a known word may be misread too, so none is accepted.
        if Set(givenAway.map(\.word)).count == 1 { for word in givenAway { known.add(word.index..<word.index + 1) } }
    }

    /// Whether there is a known word of the same ingredient nearby.
    private func isBeside(_ index: Int, _ ingredient: Range<Int>, _ known: KnownTokens) -> Bool {
        let near = max(ingredient.lowerBound, index - Self.reach)..<min(ingredient.upperBound, index + Self.reach + 1)
        return near.contains { $0 != index && known[$0] == .content }
    }

    /// Whether the word differs from a known word only by a typical misreading or typing error.
    private func isNear(_ index: Int, isBeside: Bool) -> Bool {
        guard let word = text.folded(tokenAt: index), text.hasOwnLetters(tokenAt: index),
            word.count >= (isBeside ? Self.minLengthBesideKnown : Self.minStapleLength)
        else { return false }
        // An allergen's name is accepted only where `TokenRepairs` finds and reports the same one.
        let nearest = lexicon.spellingIndex.candidates(for: word).map(\.word)
        let danger = word.count < Self.unlikeOthers ? costOfAllergen(word, besides: nearest) : nil
        let opensList = text.opensList(behind: index)
        func isWanted(_ known: Int32) -> Bool {
            (isReadable(known) || (opensList && isSpoken(known)))
                && (!lexicon.vocabulary.namesAllergen(known) || nearest.contains(known))
        }
        func isSafe(_ candidate: SpellingIndex.Candidate) -> Bool { danger.map { candidate.cost < $0 } ?? true }
        let expected = lexicon.spellingIndex.candidates(for: word) { isExpected($0) && isWanted($0) }
        if let first = expected.first, isSafe(first) {
            let printed = expected.map { lexicon.spellingIndex.spelling(of: $0.word) }
            let longest = word.count < Self.unlikeOthers ? 0 : printed.map(\.count).max() ?? 0
            let isMeant = first.cost <= limit(expected: max(word.count, longest), isBeside: isBeside)
            if isMeant || printed.contains(where: { isReordered(word, $0) }) {
                return printed.contains { !isOtherForm(word, of: $0) || (isBeside && isCutShort(word, $0)) }
            }
        }
        let farthest = limit(word.count, isBeside: isBeside)
        guard farthest > 0 else { return false }
        return lexicon.spellingIndex.candidates(for: word, among: isWanted).contains { candidate in
            candidate.cost <= farthest && isSafe(candidate)
                && !isOtherForm(word, of: lexicon.spellingIndex.spelling(of: candidate.word))
        }
    }

    /// Whether the word is a staple with two letters swapped ("slat") and not the name of an allergen.
    private func isSwapped(_ index: Int) -> Bool {
        guard let word = text.folded(tokenAt: index), text.hasOwnLetters(tokenAt: index),
            word.count >= Self.minLengthBesideKnown
        else { return false }
        let isStaple = word.indices.dropLast().contains { place in
            var swapped = word
            swapped.swapAt(place, place + 1)
            let number = lexicon.vocabulary.number(word: swapped, extra: nil)
            return swapped != word && lexicon.staples.contains(number) && isReadable(number)
                && !lexicon.vocabulary.namesAllergen(number)
        }
        return isStaple && (costOfAllergen(word, besides: []) ?? Int.max) > Self.oneLookAlike
    }

    /// The cost of one look-alike letter, by `ReadingDistance`.
    private static let oneLookAlike = 1

    /// Whether a long word has the same letters as another one in a different order, with equal first and last letters:
    /// "lechitine".
    private func isReordered(_ word: [UInt8], _ printed: [UInt8]) -> Bool {
        word.count >= Self.unlikeOthers && word.first == printed.first && word.last == printed.last
            && word.sorted() == printed.sorted()
    }

    /// Whether a word lost its last letter, a consonant: "lecithi", "giraso".
    ///
    /// A missing final vowel may be the form of a related language, so it does not count.
    private func isCutShort(_ word: [UInt8], _ printed: [UInt8]) -> Bool {
        word.count >= Self.minLength && printed.count == word.count + 1 && printed.starts(with: word)
            && !printed.suffix(1).allSatisfy(Self.vowels.contains)
    }

    private static let vowels = Set("aeiou".utf8)

    /// The smallest distance of a short word from the name of an allergen that `TokenRepairs` does not report: "oufs"
    /// may be "œufs".
    private func costOfAllergen(_ word: [UInt8], besides reported: [Int32]) -> Int? {
        let names = lexicon.spellingIndex.candidates(for: word) {
            lexicon.vocabulary.namesAllergen($0) && isReadable($0)
        }
        return names.contains { reported.contains($0.word) } ? nil : names.first?.cost
    }

    /// Whether a word is most likely a long word of lists that names no allergen: "maitodextin" for "maltodextrin".
    func isLongStaple(_ index: Int) -> Bool {
        guard let word = text.folded(tokenAt: index), text.hasOwnLetters(tokenAt: index),
            word.count >= Self.distinctive
        else { return false }
        let staples = lexicon.spellingIndex.candidates(for: word) {
            lexicon.staples.contains($0) && isReadable($0) && !lexicon.vocabulary.namesAllergen($0)
        }
        return staples.contains {
            $0.cost <= limit(expected: word.count, isBeside: false)
                && lexicon.vocabulary.length(of: $0.word) >= Self.distinctive
        }
    }

    /// Whether a word is common enough in lists, or dangerous enough, that similar words are read as this word.
    private func isExpected(_ word: Int32) -> Bool {
        lexicon.staples.contains(word) || lexicon.vocabulary.namesAllergen(word)
    }

    /// Whether two words differ like words of related languages: by a letter that does not look similar, or in their
    /// ending.
    private func isOtherForm(_ word: [UInt8], of known: [UInt8]) -> Bool {
        guard word.count < Self.distinctive else { return false }
        if word.count == known.count {
            if word.count >= Self.unlikeOthers { return false }
            let differing = word.indices.filter { word[$0] != known[$0] }
            guard differing.count == 1 else { return differing.count > 1 && !isSwap(differing, word, known) }
            return !(isEnglish && word.count >= Self.minLength)
                && !LetterConfusions.areAlike(word[differing[0]], known[differing[0]])
        }
        return word.starts(with: known) || known.starts(with: word)
    }

    /// Whether two letters changed places.
    private func isSwap(_ places: [Int], _ word: [UInt8], _ known: [UInt8]) -> Bool {
        places.count == 2 && word[places[0]] == known[places[1]] && word[places[1]] == known[places[0]]
    }

    /// Whether a token is two known words of one language without a space between them: "lemonjuice", "lessof".
    private func isGlued(_ index: Int) -> Bool {
        guard let word = text.folded(tokenAt: index), word.count >= Self.minLength, text.hasOwnLetters(tokenAt: index)
        else {
            return false
        }
        if isJoinedByCase(index) { return true }
        return (2...word.count - 2).contains { cut in
            let parts = [word[..<cut], word[cut...]].map { lexicon.vocabulary.number(word: Array($0), extra: nil) }
            if parts.allSatisfy({ isReadable($0) && lexicon.vocabulary.length(of: $0) >= Self.minStapleLength }) {
                return true
            }
            guard parts.contains(where: { isExpected($0) && lexicon.vocabulary.length(of: $0) >= 4 }) else {
                return false
            }
            let joins = parts.contains(where: isJoining)
            return parts.allSatisfy { part in
                isJoining(part)
                    || (isReadable(part)
                        && lexicon.vocabulary.length(of: part) >= (joins ? Self.minLength : Self.minPartLength))
            }
        }
    }

    private func isJoining(_ word: Int32) -> Bool {
        lexicon.vocabulary.isGrammar(word) && lexicon.vocabulary.languages(of: word) & spoken != 0
    }

    /// Whether a token is a known word with an "l" read as a capital "I" or, at its start, an "I" read as "l": "Iow",
    /// "oIiva", "lodide".
    private func hasCapitalI(_ index: Int) -> Bool {
        let token = text.tokens[index]
        let scalars = text.scalars[Int(token.start)..<Int(token.end)]
        let readings: [[Unicode.Scalar]] = [
            scalars.contains("I") ? scalars.map { $0 == "I" ? "l" : $0 } : [],
            scalars.first == "l" && scalars.count >= Self.minStapleLength ? ["i"] + scalars.dropFirst() : [],
        ]
        guard scalars.contains(where: \.properties.isLowercase) else { return false }
        return readings.compactMap(ScalarFolding.word).contains { word in
            isReadable(lexicon.vocabulary.number(word: word, extra: nil))
        }
    }

    /// Whether a capital letter shows where two known words meet: "CheesePDO", "vitaminaD".
    private func isJoinedByCase(_ index: Int) -> Bool {
        let token = text.tokens[index]
        let scalars = text.scalars[Int(token.start)..<Int(token.end)]
        let cuts = scalars.indices.dropFirst().filter {
            scalars[$0].properties.isUppercase && scalars[$0 - 1].properties.isLowercase
        }
        guard cuts.count == 1 else { return false }
        let parts = [scalars[..<cuts[0]], scalars[cuts[0]...]]
        return parts.contains { $0.count > 3 }
            && parts.allSatisfy { part in
                guard part.count > 1, let word = ScalarFolding.word(part) else { return part.count == 1 }
                return isReadable(lexicon.vocabulary.number(word: word, extra: nil))
            }
    }

    /// The range of two or three tokens that are one known word, split by spaces or a line's end.
    private func cutWord(with index: Int) -> Range<Int>? {
        for count in [2, 3] {
            for start in index - count + 1...index where start >= 0 && start + count <= text.tokens.count {
                let tokens = start..<start + count
                guard tokens.dropFirst().allSatisfy({ text.tokens[$0].gap <= .line || text.isHyphenSpaced(before: $0) })
                else { continue }
                let parts = tokens.compactMap(text.folded)
                let word = parts.flatMap { $0 }
                guard parts.count == count else { continue }
                let number = lexicon.vocabulary.number(word: word, extra: nil)
                guard word.count >= Self.minLength || lexicon.staples.contains(number) else { continue }
                if isReadable(number) { return tokens }
            }
        }
        return nil
    }

    private func isReadable(_ word: Int32) -> Bool { isSpoken(word) && !lexicon.composites.contains(word) }

    private func isSpoken(_ word: Int32) -> Bool { lexicon.vocabulary.languagesStandingAlone(word) & spoken != 0 }
}
