import Foundation

/// The words of a row, normalized for comparison.
///
/// Words are in lower case without accents, with digits inside words replaced by similar letters; each Chinese run is
/// one word.
struct PrintedWords {
    struct Word {
        let text: String
        /// The word's range in the row.
        let range: Range<Int>
        /// Whether a fragment of the row begins with the word.
        let isFirst: Bool
        let count: Int
        /// The word's shape, in which confusable letters are equal; see `PrintedWords.shape`.
        let shape: String
        let isIdeographic: Bool

        init(_ text: String, range: Range<Int>, isFirst: Bool) {
            (self.text, self.range, self.isFirst) = (text, range, isFirst)
            count = text.count
            isIdeographic = text.contains(where: \.isIdeograph)
            shape = count > 4 && !isIdeographic ? PrintedWords.shape(text) : text
        }
    }

    let words: [Word]
    /// All letters and digits of the row without the spaces between them.
    let glued: String
    private let known: Set<String>
    private let hasIdeographs: Bool
    private let initials: Initials

    init(_ row: PrintedRow) {
        var words: [Word] = []
        var start: Int?
        func close(_ end: Int) {
            guard let first = start else { return }
            start = nil
            let text = Self.folded(String(row.characters[first..<end].filter { $0 != " " }))
            guard !text.isEmpty else { return }
            let isFirst = row.starts.contains { begin in
                begin <= first && !row.characters[begin..<first].contains { $0.isLetter || $0.isNumber }
            }
            words.append(Word(text, range: first..<end, isFirst: isFirst))
        }
        for (index, character) in row.characters.enumerated() {
            let isInside = start.map { Self.isGap(index, after: $0, in: row.characters) } ?? false
            let belongs = character.isLetter || character.isNumber || character == "%" || isInside
            let isChinese = character.isIdeograph || isInside
            if let first = start, !belongs || isChinese != row.characters[first].isIdeograph { close(index) }
            if belongs, start == nil { start = index }
        }
        close(row.characters.count)
        self.words = words
        glued = words.map(\.text).joined()
        known = Set(words.map(\.text))
        hasIdeographs = words.contains(where: \.isIdeographic)
        initials = words.reduce(into: Initials()) { $0.insert(Initials($1.text)) }
    }

    /// Whether a space separates the two characters of a Chinese word: 合 计.
    private static func isGap(_ index: Int, after start: Int, in characters: [Character]) -> Bool {
        guard characters[index] == " ", index - start == 1, characters[start].isIdeograph, index + 1 < characters.count
        else { return false }
        let isLast = index + 2 == characters.count || !characters[index + 2].isIdeograph
        let isFirst = start == 0 || !characters[start - 1].isIdeograph
        return characters[index + 1].isIdeograph && isFirst && isLast
    }

    /// A word in lower case without accents; in words of mostly letters, digits become similar letters.
    static func folded(_ text: String) -> String {
        let plain = Self.plain(text)
        let letters = plain.count(where: \.isLetter), digits = plain.count(where: \.isNumber)
        guard letters > digits, digits > 0, letters > 1 else { return plain }
        return String(plain.map { lookalikes[$0] ?? $0 })
    }

    /// The letters and digits of a text.
    static func glued(_ text: String) -> String {
        plain(text).filter { $0.isLetter || $0.isNumber }
    }

    /// A text in lower case without accents and ligatures.
    private static func plain(_ text: String) -> String {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
        guard folded.contains(where: { ligatures[$0] != nil }) else { return folded }
        return folded.reduce(into: "") { $0 += ligatures[$1] ?? String($1) }
    }

    /// Replacements of letters that are not a letter with an accent.
    private static let ligatures: [Character: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
    ]

    private static let lookalikes: [Character: Character] = ["0": "o", "1": "l", "5": "s", "8": "b", "6": "b"]

    /// Finds the phrase with the most words; of several, the first in the list.
    ///
    /// - Parameters:
    ///   - phrases: The phrases.
    ///   - atStart: Only at the beginning of a fragment.
    /// - Returns: Its range.
    func find(_ phrases: [Phrase], atStart: Bool = false) -> Range<Int>? {
        var best: Range<Int>?
        var length = 0
        for phrase in phrases where phrase.words.count > length || best == nil {
            guard let range = place(of: phrase, atStart: atStart) else { continue }
            if best == nil || phrase.words.count > length { (best, length) = (range, phrase.words.count) }
        }
        return best
    }

    func has(_ phrases: [Phrase], atStart: Bool = false) -> Bool { find(phrases, atStart: atStart) != nil }

    private func place(of phrase: Phrase, atStart: Bool) -> Range<Int>? {
        if phrase.isChinese {
            guard hasIdeographs else { return nil }
            for word in words where word.isIdeographic && word.text.utf8.contains(phrase.words[0].utf8) {
                if !atStart || word.isFirst || word.text.hasPrefix(phrase.words[0]) { return word.range }
            }
            return nil
        }
        guard phrase.isTolerant || initials.isSuperset(of: phrase.initial) else { return nil }
        guard words.count >= phrase.words.count, phrase.isTolerant || known.contains(phrase.words[0]) else {
            return gluedPlace(of: phrase)
        }
        for first in 0...(words.count - phrase.words.count) where !atStart || words[first].isFirst {
            let fits = phrase.words.indices.allSatisfy { phrase.matches(words[first + $0], at: $0) }
            if fits {
                return words[first].range.lowerBound..<words[first + phrase.words.count - 1].range.upperBound
            }
        }
        return gluedPlace(of: phrase)
    }

    /// The place of a phrase whose spaces were lost, as in narrow print.
    private func gluedPlace(of phrase: Phrase) -> Range<Int>? {
        guard phrase.words.count > 1, phrase.isLong, initials.isSuperset(of: phrase.initial) else { return nil }
        return words.first { $0.isFirst && $0.text.hasPrefix(phrase.glued) }?.range
    }

    /// The similarity of two texts, 0…1: 1 minus the number of edits divided by the longer length.
    static func similarity(_ first: String, _ second: String) -> Double {
        let (first, second) = (Array(first), Array(second))
        let longest = max(first.count, second.count)
        return longest == 0 ? 1 : 1 - Double(distance(first, second)) / Double(longest)
    }

    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var costs = Array(0...second.count)
        for (row, character) in first.enumerated() {
            var diagonal = costs[0]
            costs[0] = row + 1
            for (column, other) in second.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = costs[column + 1]
                costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
            }
        }
        return costs[second.count]
    }

    /// A word reduced to the letters that are distinguishable in worn dot-matrix print: IUIAL has the shape of TOTAL.
    static func shape(_ word: String) -> String {
        String(word.map { shapes[$0] ?? $0 })
    }

    private static let shapes: [Character: Character] = [
        "l": "i", "t": "i", "j": "i", "f": "i", "1": "i", "u": "o", "0": "o", "q": "o", "d": "o", "e": "c", "g": "c",
        "k": "r", "8": "b", "5": "s",
    ]

    /// Whether two words differ by at most one misread, missing or additional letter.
    static func isNear(_ first: String, _ second: String) -> Bool {
        guard abs(first.utf8.count - second.utf8.count) < 4, first.first == second.first || first.last == second.last
        else { return false }
        return isOneEdit(Array(first), Array(second))
    }

    private static func isOneEdit(_ first: [Character], _ second: [Character]) -> Bool {
        guard abs(first.count - second.count) < 2 else { return false }
        let shorter = min(first.count, second.count)
        let head = (0..<shorter).first { first[$0] != second[$0] } ?? shorter
        let tail = (0..<shorter - head).first { first[first.count - 1 - $0] != second[second.count - 1 - $0] }
        return head + (tail ?? shorter - head) >= max(first.count, second.count) - 1
    }
}

/// A set of words' first bytes that may contain more than was inserted.
struct Initials: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ word: String) { rawValue = 1 << UInt64((word.utf8.first ?? 0) & 63) }
}

/// Words to search in a row; a class, so that searching tables of phrases needs no reference counting.
final class Phrase: Sendable {
    let words: [String]
    let glued: String
    /// The shapes of its words; empty unless misreadings are tolerated.
    let shapes: [String]
    /// Whether one misread letter in a word of five or more is tolerated.
    let isTolerant: Bool
    let isChinese: Bool
    /// Whether the phrase's words are also found without spaces between them.
    let isLong: Bool
    let initial: Initials
    private let counts: [Int]

    init(_ text: Substring, isTolerant: Bool) {
        words = text.split(separator: " ").map(String.init)
        glued = words.joined()
        isLong = glued.count > 6
        initial = Initials(glued)
        counts = words.map(\.count)
        shapes = isTolerant ? words.map(PrintedWords.shape) : []
        self.isTolerant = isTolerant
        isChinese = text.contains(where: \.isIdeograph)
    }

    func matches(_ word: PrintedWords.Word, at index: Int) -> Bool {
        let wanted = words[index]
        if word.text == wanted { return true }
        guard isTolerant, counts[index] > 4, abs(word.count - counts[index]) < 2 else { return false }
        return PrintedWords.isNear(word.text, wanted) || word.count == counts[index] && word.shape == shapes[index]
    }

    /// Parses phrases separated by commas.
    static func list(_ text: String, isTolerant: Bool = false) -> [Phrase] {
        text.split(separator: ",").map { $0.trimmingPrefix { $0.isWhitespace } }
            .map { Phrase($0, isTolerant: isTolerant) }.filter { !$0.words.isEmpty }
    }
}

extension Character {
    /// Whether the character is Chinese.
    var isIdeograph: Bool { unicodeScalars.first.map(\.properties.isIdeographic) ?? false }

    /// Whether the character is a Japanese syllable.
    var isKana: Bool { unicodeScalars.first.map { (0x3041...0x30FA).contains($0.value) } ?? false }
}
