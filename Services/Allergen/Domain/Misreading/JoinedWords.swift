/// French and Spanish words that were printed without the spaces or the apostrophe between them: "HUILEDEPALME",
/// "daffinage".
///
/// No part may name an allergen: the person must be warned of it, so such a word stays unknown unless another rule
/// finds the allergen.
struct JoinedWords {
    /// Minimum length of a meaningful part, in letters.
    private static let minPartLength = 3
    /// Minimum length of a word after an elided one; two letters and "d" would match too many words.
    private static let minElidedLength = 5
    /// Words that connect two others.
    private static let links = ["de les", "de la", "del", "des", "de", "du", "en", "aux", "au", "a"].map { link in
        link.split(separator: " ").map { Array($0.utf8) }
    }
    private static let vowels = Set("aeiouyh".utf8)

    let text: LabelText
    let lexicon: Lexicon
    /// The languages of the text as bits.
    let spoken: UInt8

    /// Whether a token consists of known words only.
    func isJoined(_ index: Int) -> Bool {
        guard spoken & (LabelLanguage.french.bit | LabelLanguage.spanish.bit) != 0,
            let word = text.folded(tokenAt: index), text.hasOwnLetters(tokenAt: index)
        else { return false }
        return isElided(word) || isLinked(word)
    }

    /// Whether a word begins with an article or "de" that lost its apostrophe: "daffinage", "lamidon".
    private func isElided(_ word: [UInt8]) -> Bool {
        guard spoken & LabelLanguage.french.bit != 0, word.count > Self.minElidedLength,
            word[0] == UInt8(ascii: "d") || word[0] == UInt8(ascii: "l"), Self.vowels.contains(word[1])
        else { return false }
        return isHarmless(word[1...], shortest: Self.minElidedLength)
    }

    /// Whether a word consists of two words with "de" between them: "huiledepalme".
    private func isLinked(_ word: [UInt8]) -> Bool {
        Self.links.contains { link in
            let letters = Array(link.joined())
            let last = word.count - letters.count - Self.minPartLength
            guard last >= Self.minPartLength else { return false }
            return (Self.minPartLength...last).contains { cut in
                let (left, right) = (word[..<cut], word[(cut + letters.count)...])
                return word[cut..<cut + letters.count].elementsEqual(letters)
                    && isHarmless(left, shortest: Self.minPartLength) && isHarmless(right, shortest: Self.minPartLength)
                    && hasStaple(left, right) && !isTerm([Array(left)] + link + [Array(right)])
            }
        }
    }

    /// Whether the words together name an allergen although none of them does alone: "fruits de mer".
    private func isTerm(_ words: [[UInt8]]) -> Bool {
        var node = TokenTrie<Lexicon.Use>.root
        for word in words {
            guard let next = lexicon.terms.step(from: node, by: lexicon.vocabulary.number(word: word, extra: nil))
            else {
                return false
            }
            node = next
        }
        return lexicon.terms.values(at: node).contains { lexicon.entries[Int($0.entry)].meaning.isPositive }
    }

    private func hasStaple(_ parts: ArraySlice<UInt8>...) -> Bool {
        parts.contains { lexicon.staples.contains(lexicon.vocabulary.number(word: Array($0), extra: nil)) }
    }

    private func isHarmless(_ part: ArraySlice<UInt8>, shortest: Int) -> Bool {
        let number = lexicon.vocabulary.number(word: Array(part), extra: nil)
        return part.count >= shortest && lexicon.vocabulary.languagesStandingAlone(number) & spoken != 0
            && !lexicon.vocabulary.namesAllergen(number) && !lexicon.composites.contains(number)
    }
}
